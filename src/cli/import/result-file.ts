import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { dirname } from 'node:path';
import { newId } from '#application/ids';
import { UsageError } from '../usage-error';
import { csvLine } from '../archive-file/csv';

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
const plainCell = (cell: string) => cell.replace(/\s+/g, ' ').replace(/^(?=[=+@-])/, "'");

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

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
  ) {}

  /** Keeps the lines that are done and forgets those that were refused: they will be tried again. */
  static async open(path: string): Promise<ResultFile> {
    await lock(path);
    try {
      const { runId, done } = await readResults(path);
      const part = `${path}.parte`;
      // The folder is whosoever: through a link there something else would be written to.
      await rm(part, { force: true });
      const handle = await open(part, 'wx', 0o600);
      const file = new ResultFile(path, runId ?? newId(), done, handle);
      await file.begin();
      await rename(part, path);
      const folder = await open(dirname(path), 'r');
      await folder.sync().finally(() => folder.close());
      return file;
    } catch (error) {
      await unlock(path);
      throw error;
    }
  }

  find(line: number): DoneLine | undefined {
    return this.done.get(line);
  }

  get doneCount(): number {
    return this.done.size;
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
    await this.writing;
    await this.handle.close();
    await unlock(this.path);
  }

  private async begin(): Promise<void> {
    const known = [...this.done].sort(([a], [b]) => a - b);
    let text = BOM + csvLine(HEADER) + csvLine(['1', 'execucao', this.runId, '', '', '', '']);
    for (const [line, each] of known) {
      text += csvLine(doneCells(line, each));
      if (text.length < 64 * 1024) continue;
      await this.handle.write(text);
      text = '';
    }
    await this.handle.write(text);
    await this.handle.sync();
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
    await this.handle.write(text);
    await this.handle.sync();
  }
}

async function readResults(path: string): Promise<{ runId: string | null; done: Map<number, DoneLine> }> {
  const done = new Map<number, DoneLine>();
  let runId: string | null = null;
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  let isFirst = true;
  try {
    for await (const line of lines) {
      if (isFirst && line.replace(BOM, '') !== csvLine(HEADER).trimEnd())
        throw new UsageError(`${path} is there and is not the result of an import`);
      isFirst = false;
      runId ??= RUN.exec(line)?.[1] ?? null;
      // The last row may have been cut off by whatever ended the process.
      const [, number, state, id, code, content] = DONE.exec(line) ?? [];
      if (number === undefined) continue;
      done.set(Number(number), { id: id as string, code: Number(code), existed: state === 'existente', content: content as string });
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return { runId, done };
}

const lockOf = (path: string) => `${path}.em-uso`;

/** Two imports of one file would each forget what the other one wrote. */
async function lock(path: string): Promise<void> {
  for (;;) {
    try {
      return await writeFile(lockOf(path), String(process.pid), { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = Number(await readFile(lockOf(path), 'utf8').catch(() => ''));
    if (holder > 0 && holder !== process.pid && isAlive(holder)) throw new UsageError(`${path} is in use by process ${holder}`);
    await unlock(path);
  }
}

const unlock = (path: string) => rm(lockOf(path), { force: true });
