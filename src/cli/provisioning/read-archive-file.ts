import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ArchiveInput } from '#application/provisioning/archive-change';
import type { RowTable } from '#application/provisioning/row-import';
import type { PartialArchive } from '#domain/provisioning/archive-definition';
import type { ArchiveProblem } from '#domain/provisioning/archive-problem';
import { textOf, UnreadableText } from '#libs/text-encoding';
import { SchemaArchiveFormat } from '#infrastructure/provisioning/schema-archive-format';
import { within } from '../inside';
import { t } from '#src/terminal/language';
import { sentence } from '#src/terminal/portuguese';
import { whyUnreadable } from '../unreadable-text';
import { parseCsv } from './csv';
import { readModels } from './read-models';
import { ArchiveText } from '#infrastructure/provisioning/archive-text';

/** The file cannot be applied, for these reasons; each says where. */
export class ArchiveFileError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'ArchiveFileError';
  }
}

/** An archive file that can be read, though perhaps not applied. */
export class ArchiveFile {
  constructor(
    private readonly path: string,
    private readonly text: ArchiveText,
    readonly input: ArchiveInput,
  ) {}

  /** `file:line:column message`, as editors and compilers say it; in the order of the file. */
  wording(problems: readonly ArchiveProblem[]): string[] {
    const told = problems.map((problem) => {
      const at = problem.source ?? { file: this.path, ...this.text.positionOf(problem.path, problem.ofName) };
      // A path of nowhere is about what the file does not hold.
      const place = !problem.source && problem.path.length === 0 ? this.path : [at.file, at.line, at.column].filter(Boolean).join(':');
      return { file: at.file, line: at.line, column: at.column ?? 0, text: `${place} ${sentence(problem.message)}` };
    });
    told.sort((a, b) => (a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1));
    return [...new Set(told.map(({ text }) => text))];
  }
}

function utf8Of(path: string, bytes: Uint8Array): string {
  try {
    return textOf(bytes, 'utf-8').text;
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    const { line, column } = error.place;
    throw new ArchiveFileError([`${path}:${line}:${column} ${sentence(whyUnreadable(error))}`]);
  }
}

/** Reads YAML or JSON. Throws when nothing can be made of it. */
export async function readArchiveFile(path: string): Promise<ArchiveFile> {
  const bytes = await readFile(path).catch((error: unknown) => {
    const { message } = error as Error;
    throw new ArchiveFileError([t(`${path} cannot be read: ${message}`, `${path} não pode ser lido: ${message}`)]);
  });
  return parseArchiveFile(path, bytes);
}

/** @param path where the bytes were read, beside which lies what they name. */
export async function parseArchiveFile(path: string, bytes: Uint8Array): Promise<ArchiveFile> {
  const text = new ArchiveText(utf8Of(path, bytes));
  if (text.syntax.length > 0)
    throw new ArchiveFileError(text.syntax.map(({ line, column, message }) => `${path}:${line}:${column} ${sentence(message)}`));
  const said = new SchemaArchiveFormat().read(text.value);
  const problems = [...said.problems];
  if (!said.definition) {
    throw new ArchiveFileError(new ArchiveFile(path, text, { definition: {}, tables: new Map(), problems }).wording(problems));
  }
  const definition = await readModels(said.definition, (file, at) => neighbour(path, file, problems, at), problems);
  const tables = await tablesOf(definition, path, problems);
  return new ArchiveFile(path, text, { definition, tables, problems });
}

async function tablesOf({ clients = [] }: PartialArchive, path: string, problems: ArchiveProblem[]): Promise<Map<string, RowTable>> {
  const tables = new Map<string, RowTable>();
  for (const [client, { lists = [] }] of clients.entries()) {
    for (const [list, { rowsFrom }] of lists.entries()) {
      if (rowsFrom === undefined) continue;
      const at = ['clients', client, 'lists', list, 'rowsFrom'];
      const table = await tableOf(path, rowsFrom, problems, at);
      if (table) tables.set(`${client}/${list}`, table);
    }
  }
  return tables;
}

/** Where a file lies that an archive file names; null when that is not its folder, or under it. */
async function neighbour(archive: string, file: string, problems: ArchiveProblem[], path: ArchiveProblem['path']): Promise<string | null> {
  const target = await within(dirname(resolve(archive)), file);
  if (target === null) problems.push({ path, message: `"${file}" lies outside the folder of this file` });
  return target;
}

async function tableOf(archive: string, file: string, problems: ArchiveProblem[], path: ArchiveProblem['path']): Promise<RowTable | null> {
  const target = await neighbour(archive, file, problems, path);
  if (target === null) return null;
  const shown = join(dirname(archive), file);
  let decoded: ReturnType<typeof textOf>;
  try {
    decoded = textOf(await readFile(target));
  } catch (error) {
    if (error instanceof UnreadableText) {
      const { line, column } = error.place;
      problems.push({ path, message: whyUnreadable(error), source: { file: shown, line, column } });
    } else problems.push({ path, message: `"${file}" cannot be read: ${(error as NodeJS.ErrnoException).code}` });
    return null;
  }
  const { records, problems: found } = parseCsv(decoded.text);
  problems.push(...found.map(({ line, column, message }) => ({ path, message, source: { file: shown, line, column } })));
  const [header, ...rows] = records;
  if (!header) {
    problems.push({ path, message: `"${file}" is empty: its first line must hold the labels of the fields` });
    return null;
  }
  for (const { cells, line } of rows) {
    if (cells.length === header.cells.length) continue;
    const message = `this line has ${cells.length} cells, the first one ${header.cells.length}`;
    problems.push({ path, message, source: { file: shown, line } });
  }
  return {
    file: shown,
    encoding: decoded.encoding,
    labels: header.cells.map((label) => label.trim()),
    rows: rows.filter(({ cells }) => cells.length === header.cells.length),
  };
}
