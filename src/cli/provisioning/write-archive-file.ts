import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { ExportedList } from '#application/provisioning/definition-writer';
import type { ExportArchive } from '#application/provisioning/export-archive.use-case';
import type { ExportOptions } from '#application/provisioning/definition-writer';
import type { ListDefinition } from '#domain/provisioning/archive-definition';
import { fold } from '#domain/text';
import { yamlText } from '#libs/yaml-text';
import { csvLine } from './csv';

/** It may hold hashes of passwords, and what lists know of people. */
const PRIVATE = 0o600;
/** Together with a number and the ending it is a name that every file system takes. */
const LONGEST_STEM = 200;

export interface WriteOptions extends ExportOptions {
  /** Of the archive file; null: it goes to standard output. */
  file: string | null;
  /** A folder for the rows of lists, one CSV each; null: they stand in the archive file. */
  rowsTo: string | null;
}

/** Writes the running archive as a file and answers its text. */
export async function writeArchiveFile(archive: ExportArchive, { file, rowsTo, ...options }: WriteOptions): Promise<string> {
  const { definition, lists } = await archive.execute(options);
  const names = new Set<string>();
  for (const list of lists) {
    const target = definition.clients[list.client]?.lists?.[list.list] as Writable<ListDefinition>;
    if (rowsTo === null) {
      const rows: Record<string, string>[] = [];
      for await (const row of archive.rows(list)) rows.push(row);
      if (rows.length > 0) target.rows = rows;
    } else {
      const name = await writeRows(archive, list, rowsTo, names);
      if (name !== null) target.rowsFrom = relative(dirname(resolve(file ?? 'archive.yaml')), resolve(rowsTo, name)).replaceAll('\\', '/');
    }
  }
  const text = yamlText(definition);
  if (file !== null) await writeFile(file, text, { mode: PRIVATE });
  return text;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Answers the name of the file; null when there are no rows to write. */
async function writeRows(archive: ExportArchive, list: ExportedList, folder: string, names: Set<string>): Promise<string | null> {
  const name = unusedName(`${list.clientName} ${list.name}`, names);
  const labels = list.columns.map(({ label }) => label);
  await mkdir(folder, { recursive: true });
  let lines = csvLine(labels);
  let handle: Awaited<ReturnType<typeof open>> | undefined;
  try {
    for await (const row of archive.rows(list)) {
      lines += csvLine(labels.map((label) => row[label] ?? ''));
      handle ??= await newFile(join(folder, name));
      if (lines.length > 64 * 1024) {
        await handle.write(lines);
        lines = '';
      }
    }
    if (handle && lines !== '') await handle.write(lines);
  } finally {
    await handle?.close();
  }
  return handle ? name : null;
}

/** In place of whatever has its name: through a link there it would be written elsewhere, with the rights of what it leads to. */
async function newFile(path: string) {
  await rm(path, { force: true });
  return open(path, 'wx', PRIVATE);
}

function unusedName(title: string, names: Set<string>): string {
  const stem =
    fold(title)
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, LONGEST_STEM)
      .replace(/^-|-$/g, '') || 'list';
  let name = `${stem}.csv`;
  for (let number = 2; names.has(name); number++) name = `${stem}-${number}.csv`;
  names.add(name);
  return name;
}
