import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { FileRefused, ReaderStopped, type FileContent } from '#application/ports/text-extraction';
import type { Isolation, Started } from './isolation';
import { messageOf, type ChildOrder, type Message } from './messages';

export interface ReadingLimits {
  residentBytes: number;
  /** Of processor time for one file: where there is much to do, a process of low priority waits for long. The caller limits the time by the clock. */
  milliseconds: number;
  /** For each page, where text in pictures is recognised. */
  pageMilliseconds: number;
  /** Of processor time: with more, the end of the time by the clock is the file's fault. */
  workedMilliseconds: number;
  outputBytes: number;
  heapMb: number;
}

const LOOK_MS = 100;
/** Of the clock that /proc counts in, on every Linux that Node runs on. */
const TICK_MS = 10;

interface Job {
  pages: string[];
  words: readonly string[];
  preview: Uint8Array | null;
  /** A page has come. */
  tick: () => void;
  /** Of processor time, from `since` on: null until the next look. */
  limit: number;
  since: number | null;
  /** Of the whole file so far; the process has read others before. */
  first: number | null;
  used: number;
  resolve: (content: FileContent) => void;
  reject: (error: Error) => void;
}

/**
 * A process that reads the files of strangers, with nothing but its pipes. A thread would not do: its limit counts neither buffers nor native
 * memory, and a crash of native code would end the service.
 */
export class ReadingProcess {
  readonly isolation: Isolation;
  private readonly child: ChildProcess;
  private pid: number | null = null;
  private readonly stdin: Writable;
  private readonly gone: Promise<void>;
  private job: Job | null = null;
  private output = 0;
  private stop: ReaderStopped | null = null;
  private hasEnded = false;
  /** Killed, or ended by itself. */
  isSpent = false;
  filesRead = 0;

  constructor(
    { child, pid, isolation }: Started,
    private readonly limits: ReadingLimits,
    /** Calls come first. */
    readonly isNice: boolean,
  ) {
    this.child = child;
    this.isolation = isolation;
    this.stdin = child.stdin as Writable;
    this.gone = new Promise((resolve) => {
      const over = () => {
        this.ended();
        resolve();
      };
      child.once('close', over).once('error', over);
    });
    // A child that has ended takes no more; its end is told by `close`.
    this.stdin.on('error', () => undefined);
    const stdout = child.stdout as Readable;
    stdout.on('data', (chunk: Buffer) => this.count(chunk.length));
    createInterface({ input: stdout }).on('line', (line) => this.heard(line));
    void pid.then((known) => this.watched(known));
  }

  /** One file at a time. After a rejection the process is of no use. */
  async read(order: ChildOrder, bytes: Readable, signal: AbortSignal): Promise<FileContent> {
    const watch = setInterval(() => void this.look(), LOOK_MS);
    const abort = () => {
      this.kill();
      bytes.destroy();
    };
    signal.addEventListener('abort', abort);
    this.output = 0;
    const limit = order.wantsOcr ? this.limits.pageMilliseconds : this.limits.milliseconds;
    const begin = () => {
      if (this.job) this.job.since = null;
    };
    const tick = () => {
      if (order.wantsOcr) begin();
    };
    const answer = new Promise<FileContent>(
      (resolve, reject) =>
        (this.job = { pages: [], words: [], preview: null, tick, limit, since: null, first: null, used: 0, resolve, reject }),
    );
    // It may come while the bytes are still being sent.
    answer.catch(() => undefined);
    try {
      signal.throwIfAborted();
      this.stdin.write(`${JSON.stringify(order)}\n`);
      const sent = this.send(bytes);
      sent.catch(() => undefined);
      await Promise.race([sent, answer]);
      begin();
      const content = await answer;
      // It came with the last of too much.
      if (this.stop) throw this.stop;
      this.filesRead++;
      return content;
    } catch (error) {
      this.kill();
      throw signal.aborted ? this.reasonOf(signal) : error;
    } finally {
      bytes.destroy();
      clearInterval(watch);
      signal.removeEventListener('abort', abort);
      this.job = null;
    }
  }

  /** Also of a process that sleeps: it must not keep the service from ending. */
  kill(reason: ReaderStopped | null = null): void {
    this.isSpent = true;
    this.stop ??= reason;
    this.child.kill('SIGKILL');
  }

  async end(): Promise<void> {
    this.kill();
    await this.gone;
  }

  private watched(pid: number | null): void {
    this.pid = pid;
    if (this.isNice && pid !== null && !this.hasEnded) makeNice(pid);
  }

  private async send(bytes: Readable): Promise<void> {
    for await (const chunk of bytes) {
      if (this.hasEnded) return;
      if (this.stdin.write(chunk)) continue;
      await Promise.race([new Promise<void>((resolve) => this.stdin.once('drain', resolve)), this.gone]);
    }
  }

  /** Whoever worked so long was not kept from it by a busy machine: the file is too much. */
  private reasonOf({ reason }: AbortSignal): unknown {
    const isTimeout = reason instanceof DOMException && reason.name === 'TimeoutError';
    return isTimeout && (this.job?.used ?? 0) > this.limits.workedMilliseconds ? new ReaderStopped('time') : reason;
  }

  private heard(line: string): void {
    const message = messageOf(line);
    if (message) this.take(message);
    else this.kill(new ReaderStopped('output'));
  }

  private take(message: Message): void {
    const { job } = this;
    if (!job) return;
    if ('page' in message) {
      job.pages.push(message.page);
      job.tick();
    } else if ('words' in message) job.words = message.words;
    else if ('preview' in message) job.preview = Buffer.from(message.preview, 'base64');
    else if ('refused' in message) job.reject(new FileRefused(message.refused));
    else if ('failed' in message) job.reject(new Error(`a file could not be read: ${message.failed}`));
    else job.resolve({ ...message.done, pages: job.pages, words: job.words, preview: job.preview });
  }

  private count(bytes: number): void {
    this.output += bytes;
    if (this.output > this.limits.outputBytes) this.kill(new ReaderStopped('output'));
  }

  /** Only Linux tells it cheaply; elsewhere the limits of heap and clock remain. */
  private async look(): Promise<void> {
    if (this.pid === null) return;
    const of = (file: string) => readFile(`/proc/${this.pid}/${file}`, 'utf8').catch(() => '');
    const [status, stat] = await Promise.all([of('status'), of('stat')]);
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    if (kilobytes * 1024 > this.limits.residentBytes) this.kill(new ReaderStopped('memory'));
    const { job } = this;
    if (!job || stat === '') return;
    // Behind the name, which may hold blanks.
    const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')') + 2).split(' ').slice(11, 13).map(Number); // prettier-ignore
    const used = (user + system) * TICK_MS;
    job.since ??= used;
    job.first ??= used;
    job.used = used - job.first;
    if (used - job.since > job.limit) this.kill(new ReaderStopped('time'));
  }

  private ended(): void {
    this.isSpent = this.hasEnded = true;
    this.job?.reject(this.stop ?? new ReaderStopped('crash'));
  }
}

/** At the lowest priority a busy machine would give it no time at all. */
function makeNice(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system has no priorities.
  }
}
