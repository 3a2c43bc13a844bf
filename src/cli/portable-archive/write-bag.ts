import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ReadClient } from '#application/portable-archive/read-client.use-case';
import type { RecordedBytes, RecordedFile } from '#application/ports/portable-archive';
import { yamlText } from '#libs/yaml-text';
import { t } from '#src/terminal/language';
import { linesOf } from '../lines';
import { nameFinished } from '../name-finished';
import type { Progress } from '../output';
import { UsageError } from '#src/terminal/usage-error';
import {
  ARCHIVE,
  BAGIT,
  CHECKPOINT,
  EVENTS,
  FORMAT,
  FORMAT_LABEL,
  INFO,
  MANIFEST,
  PART_NAMES,
  PARTS,
  pathOfFile,
  sha256Of,
  TAG_MANIFEST,
  type Part,
} from './layout';
import { LineWriter } from './line-writer';

export interface BagWritten {
  client: { id: string; name: string };
  documents: number;
  files: number;
  bytes: number;
  /** SHA-256 of the manifest: two bags with the same one hold the same. */
  manifest: string;
}

/** Where the bytes of the files are, known to this archive alone: it leaves the bag before it is complete. */
const OBJECTS = 'objects.part';
/** Of that file. */
const LONGEST_LINE = 64 * 1024;

/** Writes a client's whole archive beside its place, and gives it its name when it is complete. */
export async function writeBag(
  reader: ReadClient,
  client: string,
  to: string,
  options: { passwordHashes: boolean },
  progress: Progress,
): Promise<BagWritten> {
  const target = resolve(to);
  if (await stat(target).catch(() => null)) throw new UsageError(t(`${to} is there already`, `${to} já existe`));
  await mkdir(dirname(target), { recursive: true });
  const part = await mkdtemp(join(dirname(target), `${basename(target)}.part-`));
  try {
    const written = await new BagWriter(reader, part, progress).write(client, options);
    await nameFinished(part, target);
    return written;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

/** Of a file's line everything but where its bytes lie. */
const withoutKey = ({ key: _, ...rest }: RecordedBytes) => rest;

const withoutKeys = (files: readonly RecordedFile[]) => files.map((file) => ({ ...withoutKey(file), former: file.former.map(withoutKey) }));

class BagWriter {
  private readonly writers: LineWriter[] = [];
  private readonly folders = new Set<string>();

  constructor(
    private readonly reader: ReadClient,
    private readonly folder: string,
    private readonly progress: Progress,
  ) {}

  async write(client: string, options: { passwordHashes: boolean }): Promise<BagWritten> {
    try {
      return await this.complete(client, options);
    } finally {
      for (const writer of this.writers) await writer.abandon();
    }
  }

  private path = (name: string) => join(this.folder, name);

  private async lines(name: string): Promise<LineWriter> {
    const writer = await LineWriter.create(this.path(name));
    this.writers.push(writer);
    return writer;
  }

  private async complete(client: string, options: { passwordHashes: boolean }): Promise<BagWritten> {
    await mkdir(this.path('data/files'), { recursive: true });
    const manifest = await this.lines(MANIFEST);
    const written: BagWritten = { client: { id: '', name: '' }, documents: 0, files: 0, bytes: 0, manifest: '' };
    await this.rows(client, options, manifest, written);
    await this.files(manifest, written);
    await rm(this.path(OBJECTS));
    written.manifest = await manifest.end();
    await this.tags(written);
    return written;
  }

  /** Everything but bytes, as of one moment. */
  private async rows(client: string, options: { passwordHashes: boolean }, manifest: LineWriter, written: BagWritten): Promise<void> {
    const parts = new Map<Part, LineWriter>();
    for (const part of PART_NAMES) parts.set(part, await this.lines(PARTS[part]));
    const [events, objects] = [await this.lines(EVENTS), await this.lines(OBJECTS)];
    const add = (part: Part, record: object) => (parts.get(part) as LineWriter).add(JSON.stringify(record));
    let total = 0;
    const found = await this.reader.execute(client, options, {
      client: async ({ id, name, documents, checkpoint }) => {
        [written.client, total] = [{ id, name }, documents];
        await writeFile(this.path(CHECKPOINT), checkpoint ?? '', { flag: 'wx', mode: 0o600, flush: true });
      },
      definition: async (definition) => {
        await writeFile(this.path(ARCHIVE), yamlText(definition), { flag: 'wx', mode: 0o600, flush: true });
      },
      row: (listId, { id, texts }) =>
        add('rows', { listId, id, cells: Object.fromEntries([...texts].sort(([a], [b]) => (a < b ? -1 : 1))) }),
      record: async (kind, record) => {
        if (kind === 'events' || 'salts' in record) return events.add(JSON.stringify(record));
        if (!('files' in record)) return add(kind, record);
        await add(kind, { ...record, files: withoutKeys(record.files) });
        written.files += await this.objects(record.files, objects);
        if (kind === 'documents') this.progress.show(++written.documents, total);
      },
    });
    if (!found) throw new UsageError(t(`there is no client "${client}"`, `não há cliente "${client}"`));
    await manifest.add(`${await sha256Of(this.path(ARCHIVE))}  ${ARCHIVE}`);
    written.bytes += (await stat(this.path(ARCHIVE))).size;
    for (const [part, writer] of parts) {
      await manifest.add(`${await writer.end()}  ${PARTS[part]}`);
      written.bytes += writer.bytes;
    }
    await events.end();
    await objects.end();
  }

  /** Takes down where the bytes of these files are; answers how many those are. */
  private async objects(files: readonly RecordedFile[], objects: LineWriter): Promise<number> {
    let count = 0;
    for (const { id, former, deletedAt, ...file } of files) {
      if (deletedAt !== null) continue;
      for (const { number, key, size, sha256 } of [...former, { ...file, number: null }]) {
        await objects.add(JSON.stringify([id, number, key, size, sha256]));
        count++;
      }
    }
    return count;
  }

  /** Bytes never change: they may be read after that moment. */
  private async files(manifest: LineWriter, written: BagWritten): Promise<void> {
    let done = 0;
    for await (const { text } of linesOf(this.path(OBJECTS), LONGEST_LINE)) {
      const [id, number, key, size, sha256] = JSON.parse(text) as [string, number | null, string, number, string];
      const name = pathOfFile(id, number);
      const folder = dirname(name);
      if (!this.folders.has(folder)) await mkdir(this.path(folder), { recursive: true });
      this.folders.add(folder);
      await pipeline(
        await this.reader.bytes({ key, size, sha256 }),
        createWriteStream(this.path(name), { flags: 'wx', mode: 0o600, flush: true }),
      );
      await manifest.add(`${sha256}  ${name}`);
      written.bytes += size;
      this.progress.show(++done, written.files);
    }
  }

  private async tags({ client, files, bytes }: BagWritten): Promise<void> {
    const info = [
      'Bag-Software-Agent: Acervo',
      `Bagging-Date: ${new Date().toISOString().slice(0, 10)}`,
      `Payload-Oxum: ${bytes}.${files + 1 + PART_NAMES.length}`,
      `${FORMAT_LABEL}: ${FORMAT}`,
      `External-Identifier: ${client.id}`,
      `External-Description: ${client.name.replace(/\s+/g, ' ')}`,
      '',
    ].join('\n');
    for (const [name, text] of [
      ['bagit.txt', BAGIT],
      [INFO, info],
    ] as const) {
      await writeFile(this.path(name), text, { flag: 'wx', mode: 0o600, flush: true });
    }
    const tags = await this.lines(TAG_MANIFEST);
    for (const name of [CHECKPOINT, EVENTS, INFO, 'bagit.txt', MANIFEST]) await tags.add(`${await sha256Of(this.path(name))}  ${name}`);
    await tags.end();
  }
}
