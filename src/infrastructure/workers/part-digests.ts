import { Worker } from 'node:worker_threads';
import { DomainError } from '#domain/errors';
import { THREAD } from './thread-start';

const IDLE_MS = 10_000;
const MEMORY_MB = 32;

/** A message to the thread: a part, the end of the object, or its cancellation. */
export interface Piece {
  id: number;
  part?: Uint8Array;
  isEnd?: boolean;
}

/** Called once if the thread ends unexpectedly. */
type OnFault = (where: string, error: unknown) => void;

interface Waiting {
  resolve: (answer: string) => void;
  reject: (error: unknown) => void;
}

/** One thread that hashes; answers come in the order of what was asked. */
class DigestThread {
  private readonly worker: Worker;
  private readonly waiting: Waiting[] = [];
  private failure: unknown;
  private isEnding = false;
  /** Objects under way. */
  open = 0;

  constructor(onEnd: () => void, onFault: OnFault) {
    this.worker = new Worker(THREAD.program('digest-thread'), {
      execArgv: [...THREAD.execArgv],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    this.worker.unref();
    const fail = (error: unknown) => {
      // Its exit follows its error, and an end that it was given is none.
      if (!this.failure && !this.isEnding)
        onFault('the thread that hashes', typeof error === 'number' ? new Error(`exit ${error}`) : error);
      this.failure ??= new DomainError('BUSY', [], {}, error);
      onEnd();
      for (const { reject } of this.waiting.splice(0)) reject(this.failure);
    };
    this.worker.on('error', fail).on('exit', fail);
    this.worker.on('message', (answer: string) => {
      this.waiting.shift()?.resolve(answer);
      if (this.waiting.length === 0) this.worker.unref();
    });
  }

  /** @returns the hash in hex at the end of an object */
  ask(piece: Piece): Promise<string> {
    if (this.failure) return Promise.reject(this.failure as Error);
    return new Promise((resolve, reject) => {
      // The process waits for what it has asked for, and for nothing else here.
      this.worker.ref();
      this.waiting.push({ resolve, reject });
      this.worker.postMessage(piece);
    });
  }

  tell(piece: Piece): void {
    this.worker.postMessage(piece);
  }

  end(): void {
    this.isEnding = true;
    void this.worker.terminate();
  }
}

/** SHA-256 of one object, part by part. The parts must lie in shared memory, and stay as they are until they are answered. */
export class PartDigest {
  private isOver = false;

  constructor(
    private readonly thread: DigestThread,
    private readonly id: number,
    private readonly onEnd: () => void,
  ) {}

  async part(part: Uint8Array): Promise<void> {
    await this.thread.ask({ id: this.id, part });
  }

  /** @returns the hash of all parts in hex */
  async end(): Promise<string> {
    const sha256 = await this.thread.ask({ id: this.id, isEnd: true });
    this.over();
    return sha256;
  }

  /** Idempotent; may be called after the end. */
  drop(): void {
    if (this.isOver) return;
    this.thread.tell({ id: this.id });
    this.over();
  }

  private over(): void {
    this.isOver = true;
    this.onEnd();
  }
}

/**
 * Hashes large objects beside the event loop: a gigabyte would hold it up for more than a second, and each part for some milliseconds.
 * The thread is there while large objects come in, and a little longer.
 */
export class PartDigests {
  private thread: DigestThread | undefined;
  private idle: NodeJS.Timeout | undefined;
  private ids = 0;

  constructor(private readonly onFault: OnFault = () => undefined) {}

  open(): PartDigest {
    clearTimeout(this.idle);
    const thread = (this.thread ??= this.start());
    thread.open++;
    return new PartDigest(thread, ++this.ids, () => this.closed(thread));
  }

  private start(): DigestThread {
    const thread: DigestThread = new DigestThread(() => {
      if (this.thread === thread) this.thread = undefined;
    }, this.onFault);
    return thread;
  }

  private closed(thread: DigestThread): void {
    if (--thread.open > 0 || thread !== this.thread) return;
    this.idle = setTimeout(() => {
      this.thread = undefined;
      thread.end();
    }, IDLE_MS).unref();
  }
}
