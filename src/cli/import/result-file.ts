import { open, rm, type FileHandle } from 'node:fs/promises';
import { newId } from '#application/support/ids';
import { spreadsheetText } from '#application/reports/spreadsheet-text';
import { t } from '#src/terminal/language';
import { linesOf, LineTooLong } from '../lines';
import { notWritten } from '../unfinished';
import { UsageError } from '#src/terminal/usage-error';
import { csvLine } from '../provisioning/csv';
import { FileLock } from '../file-lock';
import { nameFinished } from '../name-finished';

export interface DoneLine {
  id: string;
  code: number;
  /** It was there before the import. */
  existed: boolean;
  /** Digest of the cells. */
  content: string;
}

export interface RefusedLine {
  column: string;
  message: string;
}

const HEADER = ['linha', 'situacao', 'idDocumento', 'codigoDocumento', 'conteudo', 'coluna', 'mensagem'];
/** Excel takes a file without it for Windows-1252. */
const BOM = '\ufeff';
const RUN = /^1;execucao;([0-9a-f-]{36});;;;$/;
const REFUSED = /^\d+;recusado;;;[0-9a-f]{16};/;
const DONE = /^(\d+);(importado|existente);([0-9a-f-]{36});(\d+);([0-9a-f]{16});;$/;

const doneCells = (line: number, { id, code, existed, content }: DoneLine) => [
  String(line),
  existed ? 'existente' : 'importado',
  id,
  String(code),
  content,
  '',
  '',
];

/** One line, and nothing that a spreadsheet would compute. */
const plainCell = (cell: string) => spreadsheetText(cell.replace(/\s+/g, ' '));

/**
 * What has become of each line, beside the CSV file: each row is on the disk before the next one is begun, so that whoever is
 * killed begins again where the work ended. Its second row names the run, by which the service knows a line that it has done.
 */
export class ResultFile {
  private waiting = '';
  private writing: Promise<void> | null = null;

  private constructor(
    readonly path: string,
    readonly runId: string,
    private readonly done: ReadonlyMap<number, DoneLine>,
    private readonly handle: FileHandle,
    private readonly lock: FileLock,
  ) {}

  /** Keeps completed lines and removes refused ones, which are tried again. */
  static async open(path: string): Promise<ResultFile> {
    const lock = await FileLock.take(`${path}.em-uso`, path);
    let handle: FileHandle | undefined;
    try {
      const { runId, done } = await readResults(path);
      const part = `${path}.parte`;
      // The folder is whosoever: through a link there something else would be written to.
      await rm(part, { force: true });
      handle = await open(part, 'wx', 0o600).catch((error: unknown) => notWritten(path, error));
      const file = new ResultFile(path, runId ?? newId(), done, handle, lock);
      await file.begin();
      await lock.check();
      await nameFinished(part, path).catch((error: unknown) => notWritten(path, error));
      return file;
    } catch (error) {
      await handle?.close();
      await lock.release();
      throw error;
    }
  }

  find(line: number): DoneLine | undefined {
    return this.done.get(line);
  }

  add(line: number, done: DoneLine): Promise<void> {
    return this.append(doneCells(line, done));
  }

  async refuse(line: number, content: string, problems: readonly RefusedLine[]): Promise<void> {
    for (const { column, message } of problems) {
      await this.append([String(line), 'recusado', '', '', content, column, message].map(plainCell));
    }
  }

  async close(): Promise<void> {
    // Waiting callers have already got the error.
    await this.writing?.catch(() => undefined);
    await this.handle.close().finally(() => this.lock.release());
  }

  private async begin(): Promise<void> {
    const known = [...this.done].sort(([a], [b]) => a - b);
    let text = BOM + csvLine(HEADER) + csvLine(['1', 'execucao', this.runId, '', '', '', '']);
    for (const [line, each] of known) {
      text += csvLine(doneCells(line, each));
      if (text.length < 64 * 1024) continue;
      await this.written(this.handle.appendFile(text));
      text = '';
    }
    await this.written(this.handle.appendFile(text));
    await this.written(this.handle.sync());
  }

  /** If the disk is full or missing, repeated lines without result rows are recognised by their keys. */
  private async written(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => notWritten(this.path, error));
  }

  /** Resolves when it is on the disk; rows that come meanwhile go together. */
  private async append(cells: readonly string[]): Promise<void> {
    this.waiting += csvLine(cells);
    const before = this.writing ?? Promise.resolve();
    const own = (this.writing = before.then(() => this.flush()));
    await own;
  }

  private async flush(): Promise<void> {
    if (this.waiting === '') return;
    const text = this.waiting;
    this.waiting = '';
    await this.lock.check();
    await this.written(this.handle.appendFile(text));
    await this.written(this.handle.sync());
  }
}

/** More than a row of ours may have. */
const LONGEST_ROW = 1024 * 1024;

async function readResults(path: string): Promise<{ runId: string | null; done: Map<number, DoneLine> }> {
  const done = new Map<number, DoneLine>();
  let runId: string | null = null;
  try {
    // A row without its end: whatever ended the process ended it. Its line is tried again, and known by its key.
    for await (const { text, line: number, isEnded } of linesOf(path, LONGEST_ROW)) {
      const line = text.replace(/\r$/, '');
      if (number === 1) {
        if (line.replace(BOM, '') !== csvLine(HEADER).trimEnd())
          throw new UsageError(
            t(`${path} is there and is not the result of an import`, `${path} existe e não é o resultado de uma importação`),
          );
      } else if (number === 2) {
        runId = RUN.exec(line)?.[1] ?? null;
        if (runId === null && isEnded) throw unreadable(path, number);
      } else {
        const [, row, state, id, code, content] = DONE.exec(line) ?? [];
        if (row !== undefined && isEnded)
          done.set(Number(row), { id: id as string, code: Number(code), existed: state === 'existente', content: content as string });
        else if (!REFUSED.test(line) && isEnded) throw unreadable(path, number);
      }
    }
  } catch (error) {
    if (error instanceof LineTooLong) throw unreadable(path, error.line);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return { runId, done };
}

const unreadable = (path: string, line: number) =>
  new UsageError(
    t(
      `${path}:${line} cannot be read, as if somebody had changed it: put back what was there, or lines that are done would be tried again`,
      `${path}:${line} não pode ser lida, como se alguém a tivesse alterado: devolva o que havia ali, ou linhas já importadas seriam tentadas de novo`,
    ),
  );
