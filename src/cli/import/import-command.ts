import { open, stat, type FileHandle } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { Option, type Command } from 'commander';
import { newId } from '#application/support/ids';
import { ENCODINGS } from '#libs/text-encoding';
import { openWithin } from '../inside';
import { t } from '#src/terminal/language';
import type { Outcome, Output } from '../output';
import type { Run, Work } from '../command-run';
import { Unfinished } from '../unfinished';
import { UsageError } from '#src/terminal/usage-error';
import { readColumns, type Columns } from './columns';
import { CsvFile, CsvUnreadable, type CsvLine } from './csv-stream';
import { ActAsSession } from './act-as-session';
import { contentOf, LineImport } from './line-import';
import { alreadyDifferent, LineRefused } from './line-problem';
import { ResultFile, type RefusedLine } from './result-file';
import { AT_ONCE, wantedOf, type Options, type Wanted } from './wanted';

/** Not finished: the same command continues. */
export const INTERRUPTED = 3;

/** A folder and a CSV file, of which each line is a document (docs/import-export.md). */
const importDocuments =
  (folder: string, options: Options): Work =>
  async (app, output, stopped) => {
    const wanted = wantedOf(folder, options);
    if (!(await stat(wanted.folder).catch(() => null))?.isDirectory())
      throw new UsageError(t(`${wanted.folder} is not a folder`, `${wanted.folder} não é uma pasta`));
    const file = await opened(wanted);
    try {
      return await importFrom(file, app, wanted, output, stopped);
    } finally {
      await file.close();
    }
  };

export function addImportCommand(acervo: Command, run: Run): void {
  const otherwise = t('for lines that name none', 'para linhas que não o informam');
  acervo
    .command('import')
    .description(
      t(
        'files a document for each line of a CSV file, with the rights of a user; run again, it goes on where it ended (docs/import-export.md). Exit code 1: some lines were refused, 3: not finished, 4: a fault of the program',
        'registra um documento para cada linha de um arquivo CSV, com os direitos de um usuário; executado de novo, continua de onde parou (docs/pt/import-export.md). Código de saída 1: algumas linhas foram recusadas, 3: não terminou, 4: falha do programa',
      ),
    )
    .argument('<folder>', t('with the files', 'com os arquivos'))
    .requiredOption('--csv <file>', t('the CSV file', 'o arquivo CSV'))
    .requiredOption('--login <login>', t('of the user', 'do usuário'))
    .option('--client <name>', `${t('client', 'cliente')} ${otherwise}`)
    .option('--unit <name>', `${t('unit', 'unidade')} ${otherwise}`)
    .option('--level <path>', `${t('level', 'nível')} ${otherwise}`)
    .addOption(
      new Option(
        '--encoding <name>',
        t('of the CSV file (otherwise told by its bytes)', 'do arquivo CSV (senão, reconhecida pelos bytes)'),
      ).choices(ENCODINGS),
    )
    .option('--dry-run', t('checks all lines, and imports none', 'confere todas as linhas, sem importar nenhuma'))
    .option('--strict', t('imports only if all lines can be', 'só importa se todas as linhas puderem ser importadas'))
    .addOption(
      new Option(
        '--if-exists <refuse|return>',
        t('what to do with an external key that exists (refuse)', 'o que fazer com uma chave externa que já existe (refuse)'),
      ).choices(['refuse', 'return']),
    )
    .option('--result <file>', t('what became of each line; beside the CSV file', 'o que houve com cada linha; ao lado do arquivo CSV'))
    .option('--at-once <number>', t(`lines at a time (${AT_ONCE})`, `linhas ao mesmo tempo (${AT_ONCE})`))
    .action((folder: string, options: Options) => run(importDocuments(folder, options), { stoppable: true }));
}

async function importFrom(
  file: FileHandle,
  app: INestApplicationContext,
  wanted: Wanted,
  output: Output,
  stopped: AbortSignal,
): Promise<Outcome> {
  const csv = await CsvFile.read(file, wanted.encoding).catch((error: unknown) => unreadable(wanted, error));
  const columns = readColumns(csv.header);
  for (const { column, message } of columns.problems)
    output.line(`${wanted.csv}:${csv.headerLine} ${column}: ${message}`, { line: csv.headerLine, status: 'recusado', column, message });
  if (columns.problems.length > 0)
    return {
      text: t('nothing was imported', 'nada foi importado'),
      exitCode: 1,
      data: { lines: csv.count, encoding: csv.encoding, done: 0 },
    };
  const session = await ActAsSession.of(app, wanted.login, { address: 'cli', requestId: `import:${newId()}` });
  try {
    return await new Import(app, session, csv, columns, wanted, output, stopped).run();
  } finally {
    await session.leave();
  }
}

/** Opened once, so that the checked file is imported even if the path changes. */
async function opened(wanted: Wanted): Promise<FileHandle> {
  const { csv, given, folder } = wanted;
  const opening: Promise<FileHandle | null> = isAbsolute(given) ? open(csv) : openWithin(folder, given);
  const file = await opening.catch((error: unknown) => unreadable(wanted, error));
  if (file === null) throw new UsageError(t(`${given} lies outside ${folder}`, `${given} fica fora de ${folder}`));
  return file;
}

function unreadable({ csv }: Wanted, error: unknown): never {
  if (error instanceof CsvUnreadable) throw new UsageError(`${csv}: ${error.message}`);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES')
    throw new UsageError(t(`${csv} cannot be read: ${code}`, `${csv} não pode ser lido: ${code}`));
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
    session: ActAsSession,
    private readonly csv: CsvFile,
    columns: Columns,
    private readonly wanted: Wanted,
    private readonly output: Output,
    stopped: AbortSignal,
  ) {
    this.stopped = AbortSignal.any([stopped, this.failing.signal]);
    this.lines = new LineImport(app, session, { ...wanted, columns });
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
    const text = t(
      `${done} lines could be imported, ${refused} could not; nothing was imported (${this.csv.encoding})`,
      `${done} linhas poderiam ser importadas, ${refused} não; nada foi importado (${this.csv.encoding})`,
    );
    return this.outcome(good, text, { wouldImport: done, refused });
  }

  private async imported(): Promise<Outcome> {
    const results = await ResultFile.open(this.wanted.result);
    try {
      const good = await this.each('import', (line) => this.import(line, results));
      const { done, before, refused } = this;
      const text = t(
        `${done} documents imported, ${before} had been before, ${refused} lines refused (${this.csv.encoding}): ${results.path}`,
        `${done} documentos importados, ${before} já haviam sido, ${refused} linhas recusadas (${this.csv.encoding}): ${results.path}`,
      );
      return this.outcome(good, text, { imported: done, importedBefore: before, refused, result: results.path, run: results.runId });
    } finally {
      await results.close();
    }
  }

  private outcome(reason: string | null, text: string, data: Record<string, unknown>): Outcome {
    const all = { lines: this.csv.count, encoding: this.csv.encoding, ...data };
    if (reason !== null)
      return {
        text: `${text}\n${t(`not finished (${reason}): run it again`, `não terminou (${reason}): execute de novo`)}`,
        exitCode: INTERRUPTED,
        data: { ...all, interrupted: reason },
      };
    return { text, exitCode: Number(data.refused) > 0 ? 1 : 0, data: all };
  }

  private async import(line: CsvLine, results: ResultFile): Promise<void> {
    const known = results.find(line.line);
    const content = contentOf(line);
    if (known?.content === content) return void this.before++;
    try {
      if (known) throw new LineRefused([{ column: '', message: `${alreadyDifferent()} IdDocumento: ${known.id}` }]);
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

  /** Returns why it stopped early; null: all lines were processed. */
  private async each(name: string, work: (line: CsvLine) => Promise<void>): Promise<string | null> {
    const lines = this.csv.lines();
    const progress = this.output.progress(name, t('lines', 'linhas'));
    let seen = 0;
    let stopped: string | null = null;
    let failure: unknown;
    // Running lines complete, so that the result file has everything that was stored.
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
      stopped ??= t('it was told to stop', 'recebeu ordem de parar');
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

/** Problems between two lines. */
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
      throw new LineRefused([
        {
          column: (this.column as { title: string }).title,
          message: t(`Line ${other} has the same external key.`, `A linha ${other} tem a mesma chave externa.`),
        },
      ]);
    }
    this.lines.set(key, line);
  }
}
