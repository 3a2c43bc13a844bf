import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ReadClient } from '#application/archive/read-client.use-case';
import type { RecordedBytes, RecordedDocument } from '#application/ports/client-records';
import { archiveYaml } from '../archive-file/write-archive-file';
import type { Progress } from '../output';
import { UsageError } from '../usage-error';
import { ARCHIVE, BAGIT, DOCUMENTS, EVENTS, MANIFEST, pathOfFile, ROWS, SIGNATURES, sha256Of, TAG_MANIFEST } from './layout';
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

/** Writes a client's whole archive beside its place, and gives it its name when it is complete. */
export async function writeBag(
  reader: ReadClient,
  client: string,
  to: string,
  options: { passwordHashes: boolean },
  progress: Progress,
): Promise<BagWritten> {
  const target = resolve(to);
  if (await stat(target).catch(() => null)) throw new UsageError(`${to} is there already`);
  await mkdir(dirname(target), { recursive: true });
  const part = await mkdtemp(join(dirname(target), `${basename(target)}.part-`));
  try {
    const written = await new BagWriter(reader, part, progress).write(client, options);
    await rename(part, target);
    const folder = await open(dirname(target), 'r');
    await folder.sync().finally(() => folder.close());
    return written;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

/** Of a file's line everything but where its bytes lie. */
const withoutKey = ({ key: _, ...rest }: RecordedBytes) => rest;

const lineOf = (document: RecordedDocument) =>
  JSON.stringify({
    ...document,
    files: document.files.map((file) => ({ ...withoutKey(file), former: file.former.map(withoutKey) })),
  });

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
    const [rows, documents, signatures] = [await this.lines(ROWS), await this.lines(DOCUMENTS), await this.lines(SIGNATURES)];
    const [events, objects] = [await this.lines(EVENTS), await this.lines(OBJECTS)];
    const found = await this.reader.execute(client, options, {
      definition: async (definition, named) => {
        written.client = named;
        await writeFile(this.path(ARCHIVE), archiveYaml(definition), { flag: 'wx', mode: 0o600, flush: true });
      },
      row: (listId, { id, texts }) =>
        rows.add(JSON.stringify({ listId, id, cells: Object.fromEntries([...texts].sort(([a], [b]) => (a < b ? -1 : 1))) })),
      document: async (document, done, of) => {
        await documents.add(lineOf(document));
        for (const { id, former, ...file } of document.files) {
          for (const { number, key, size, sha256 } of former) await objects.add(JSON.stringify([id, number, key, size, sha256]));
          await objects.add(JSON.stringify([id, null, file.key, file.size, file.sha256]));
          written.files += 1 + former.length;
        }
        written.documents = done;
        this.progress.show(done, of);
      },
      signature: (signature) => signatures.add(JSON.stringify(signature)),
      event: (event) => events.add(JSON.stringify(event)),
    });
    if (!found) throw new UsageError(`there is no client "${client}"`);
    await manifest.add(`${await sha256Of(this.path(ARCHIVE))}  ${ARCHIVE}`);
    written.bytes += (await stat(this.path(ARCHIVE))).size;
    for (const [name, writer] of [
      [ROWS, rows],
      [DOCUMENTS, documents],
      [SIGNATURES, signatures],
    ] as const) {
      await manifest.add(`${await writer.end()}  ${name}`);
      written.bytes += writer.bytes;
    }
    await events.end();
    await objects.end();
  }

  /** Bytes never change: they may be read after that moment. */
  private async files(manifest: LineWriter, written: BagWritten): Promise<void> {
    let done = 0;
    for await (const line of createInterface({ input: createReadStream(this.path(OBJECTS)) })) {
      const [id, number, key, size, sha256] = JSON.parse(line) as [string, number | null, string, number, string];
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
      `Payload-Oxum: ${bytes}.${files + 4}`,
      `External-Identifier: ${client.id}`,
      `External-Description: ${client.name.replace(/\s+/g, ' ')}`,
      '',
    ].join('\n');
    for (const [name, text] of [
      ['bagit.txt', BAGIT],
      ['bag-info.txt', info],
    ] as const) {
      await writeFile(this.path(name), text, { flag: 'wx', mode: 0o600, flush: true });
    }
    const tags = await this.lines(TAG_MANIFEST);
    for (const name of [EVENTS, 'bag-info.txt', 'bagit.txt', MANIFEST]) await tags.add(`${await sha256Of(this.path(name))}  ${name}`);
    await tags.end();
  }
}
