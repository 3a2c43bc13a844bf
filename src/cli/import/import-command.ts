import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { newId } from '#application/ids';
import { only, parsed } from '../archive-file/commands';
import { openWithin } from '../inside';
import { Output, type Outcome } from '../output';
import { Unfinished } from '../unfinished';
import { UsageError } from '../usage-error';
import { readColumns, type Columns } from './columns';
import { CsvFile, CsvUnreadable, type CsvLine } from './csv-stream';
import { Deputy } from './deputy';
import { contentOf, LineImport, type LineOptions } from './line-import';
import { ALREADY_DIFFERENT, LineRefused } from './line-problem';
import { ResultFile, type RefusedLine } from './result-file';

const AT_ONCE = 4;
const MOST_AT_ONCE = 32;
/** Not finished: the same command goes on where this one ended. */
export const INTERRUPTED = 3;

interface Wanted extends Omit<LineOptions, 'columns'> {
  csv: string;
  /** As it was typed. */
  given: string;
  result: string;
  login: string;
  dryRun: boolean;
  strict: boolean;
  atOnce: number;
}

function wantedOf(words: readonly string[]): Wanted {
  const { values, positionals } = parsed(words, {
    csv: { type: 'string' },
    login: { type: 'string' },
    client: { type: 'string' },
    unit: { type: 'string' },
    level: { type: 'string' },
    result: { type: 'string' },
    'if-exists': { type: 'string' },
    'at-once': { type: 'string' },
    'dry-run': { type: 'boolean' },
    strict: { type: 'boolean' },
  });
  const folder = resolve(only(positionals, 'the folder with the files'));
  const { csv, login } = values;
  if (csv === undefined || login === undefined) throw new UsageError('import needs --csv and --login');
  const ifExists = values['if-exists'] ?? 'refuse';
  if (ifExists !== 'refuse' && ifExists !== 'return') throw new UsageError('--if-exists must be refuse or return');
  const atOnce = Number(values['at-once'] ?? AT_ONCE);
  if (!Number.isInteger(atOnce) || atOnce < 1 || atOnce > MOST_AT_ONCE) throw new UsageError(`--at-once must be 1 to ${MOST_AT_ONCE}`);
  const path = resolve(folder, csv);
  return {
    folder,
    csv: path,
    given: csv,
    login,
    place: { cliente: values.client ?? '', unidade: values.unit ?? '', nivel: values.level ?? '' },
    ifExists: ifExists === 'return' ? 'retornar' : 'recusar',
    result: values.result === undefined ? join(dirname(path), `${basename(path, extname(path))}.resultado.csv`) : resolve(values.result),
    dryRun: values['dry-run'] ?? false,
    strict: values.strict ?? false,
    atOnce,
  };
}

/** A command that ends early, in order, when it is told to. */
export type StoppableCommand = (
  app: INestApplicationContext,
  words: readonly string[],
  output: Output,
  stopped: AbortSignal,
) => Promise<Outcome>;

/** `import`: a folder and a CSV file, of which each line is a document (docs/import-export.md). */
export const importDocuments: StoppableCommand = async (app, words, output, stopped) => {
  const wanted = wantedOf(words);
  if (!(await stat(wanted.folder).catch(() => null))?.isDirectory()) throw new UsageError(`${wanted.folder} is not a folder`);
  const file = await opened(wanted);
  try {
    return await importFrom(file, app, wanted, output, stopped);
  } finally {
    await file.close();
  }
};

async function importFrom(
  file: FileHandle,
  app: INestApplicationContext,
  wanted: Wanted,
  output: Output,
  stopped: AbortSignal,
): Promise<Outcome> {
  const csv = await CsvFile.read(file).catch((error: unknown) => unreadable(wanted, error));
  const columns = readColumns(csv.header);
  for (const { column, message } of columns.problems)
    output.line(`${wanted.csv}:1 ${column}: ${message}`, { line: 1, status: 'recusado', column, message });
  if (columns.problems.length > 0) return { text: 'nothing was imported', exitCode: 1, data: { lines: csv.count, done: 0 } };
  const deputy = await Deputy.of(app, wanted.login, { address: 'cli', requestId: `import:${newId()}` });
  try {
    return await new Import(app, deputy, csv, columns, wanted, output, stopped).run();
  } finally {
    await deputy.leave();
  }
}

/** Once: what is looked at is what is imported, whatever has its name by then. */
async function opened(wanted: Wanted): Promise<FileHandle> {
  const { csv, given, folder } = wanted;
  const opening: Promise<FileHandle | null> = isAbsolute(given) ? open(csv) : openWithin(folder, given);
  const file = await opening.catch((error: unknown) => unreadable(wanted, error));
  if (file === null) throw new UsageError(`${given} lies outside ${folder}`);
  return file;
}

function unreadable({ csv }: Wanted, error: unknown): never {
  if (error instanceof CsvUnreadable) throw new UsageError(`${csv}: ${error.message}`);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES') throw new UsageError(`${csv} cannot be read: ${code}`);
  throw error;
}

class Import {
  private readonly lines: LineImport;
  private readonly failing = new AbortController();
  private readonly stopped: AbortSignal;
  private done = 0;
  private before = 0;
  private refused = 0;

  constructor(
    app: INestApplicationContext,
    deputy: Deputy,
    private readonly csv: CsvFile,
    columns: Columns,
    private readonly wanted: Wanted,
    private readonly output: Output,
    stopped: AbortSignal,
  ) {
    this.stopped = AbortSignal.any([stopped, this.failing.signal]);
    this.lines = new LineImport(app, deputy, { ...wanted, columns });
  }

  async run(): Promise<Outcome> {
    const { dryRun, strict } = this.wanted;
    if (dryRun || strict) {
      const checked = await this.checked();
      if (dryRun || checked.exitCode !== 0) return checked;
    }
    return this.imported();
  }

  private async checked(): Promise<Outcome> {
    const keys = new ExternalKeys(this.csv.header);
    const good = await this.each('check', async (line) => {
      keys.take(line);
      await this.lines.check(line);
      this.done++;
    });
    const { done, refused } = this;
    [this.done, this.refused] = [0, 0];
    const text = `${done} lines could be imported, ${refused} could not; nothing was imported`;
    return this.outcome(good, text, { wouldImport: done, refused });
  }

  private async imported(): Promise<Outcome> {
    const results = await ResultFile.open(this.wanted.result);
    try {
      const good = await this.each('import', (line) => this.import(line, results));
      const { done, before, refused } = this;
      const text = `${done} documents imported, ${before} had been before, ${refused} lines refused: ${results.path}`;
      return this.outcome(good, text, { imported: done, importedBefore: before, refused, result: results.path, run: results.runId });
    } finally {
      await results.close();
    }
  }

  private outcome(reason: string | null, text: string, data: Record<string, unknown>): Outcome {
    const all = { lines: this.csv.count, ...data };
    if (reason !== null)
      return { text: `${text}\nnot finished (${reason}): run it again`, exitCode: INTERRUPTED, data: { ...all, interrupted: reason } };
    return { text, exitCode: Number(data.refused) > 0 ? 1 : 0, data: all };
  }

  private async import(line: CsvLine, results: ResultFile): Promise<void> {
    const known = results.find(line.line);
    const content = contentOf(line);
    if (known?.content === content) return void this.before++;
    try {
      if (known) throw new LineRefused([{ column: '', message: `${ALREADY_DIFFERENT} IdDocumento: ${known.id}` }]);
      const done = await this.lines.run(line, results.runId);
      await results.add(line.line, done);
      this.done++;
      const { id, code, existed } = done;
      if (this.output.asJson) this.output.line('', { line: line.line, status: existed ? 'existente' : 'importado', id, code });
    } catch (error) {
      // What was done stays known, whatever the line says by now.
      if (error instanceof LineRefused && !known) await results.refuse(line.line, content, error.problems);
      throw error;
    }
  }

  /** Answers why not all lines were looked at; null: all were. */
  private async each(name: string, work: (line: CsvLine) => Promise<void>): Promise<string | null> {
    const lines = this.csv.lines();
    const progress = this.output.progress(name, 'lines');
    let seen = 0;
    let stopped: string | null = null;
    let failure: unknown;
    // Lines under way come to their end: what they have stored is to stand in the result file.
    const stop = (error: unknown) => {
      if (error instanceof Unfinished || error instanceof CsvUnreadable) stopped ??= error.message;
      else failure ??= error;
      this.failing.abort();
    };
    const worker = async () => {
      while (!this.stopped.aborted) {
        const next = await lines.next().catch(stop);
        if (!next || next.done) return;
        const line = next.value;
        try {
          await work(line);
        } catch (error) {
          if (error instanceof LineRefused) this.tell(line.line, error.problems);
          else stop(error);
        }
        progress.show(++seen, this.csv.count);
      }
      stopped ??= 'it was told to stop';
    };
    try {
      await Promise.all(Array.from({ length: this.wanted.atOnce }, worker));
    } finally {
      progress.clear();
      await lines.return(undefined);
    }
    if (failure !== undefined) throw failure;
    return stopped;
  }

  private tell(line: number, problems: readonly RefusedLine[]): void {
    this.refused++;
    for (const { column, message } of problems) {
      const where = column === '' ? `${this.wanted.csv}:${line}` : `${this.wanted.csv}:${line} ${column}:`;
      this.output.line(`${where} ${message}`, { line, status: 'recusado', column, message });
    }
  }
}

/** What two lines say of each other only when both are looked at. */
class ExternalKeys {
  private readonly lines = new Map<string, number>();
  private readonly column: { title: string; index: number } | undefined;

  constructor(header: readonly string[]) {
    this.column = readColumns(header).places.get('chaveExterna');
  }

  take({ cells, line }: CsvLine): void {
    const key = this.column && cells[this.column.index]?.trim();
    if (!key) return;
    const other = this.lines.get(key);
    if (other !== undefined) {
      throw new LineRefused([{ column: (this.column as { title: string }).title, message: `A linha ${other} tem a mesma chave externa.` }]);
    }
    this.lines.set(key, line);
  }
}
