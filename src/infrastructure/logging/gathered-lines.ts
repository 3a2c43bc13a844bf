import { writeSync } from 'node:fs';
import { pino, type DestinationStream } from 'pino';

/** Batches lines: at most fifty writes per second. */
const GATHER_MS = 20;
const GATHERED_LENGTH = 8 * 1024;
/** For so long a reader that keeps up no more holds the service up, once; then it goes without, until it reads again. */
const PATIENCE_MS = 100;
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

/**
 * Where lines go that need not be there at once: what follows within a moment leaves with them in one write, for each costs as
 * much as a line. Anything above `info` takes what is waiting along immediately, and so does the end of a process that is not killed.
 */
export class GatheredLines implements DestinationStream {
  /** Asks pino to set `lastLevel` before each line. */
  readonly [pino.symbols.needsMetadataGsym] = true;
  lastLevel = 0;
  private waiting = '';
  private timer: NodeJS.Timeout | undefined;
  private isBehind = false;

  constructor(
    private readonly descriptor: number,
    private readonly shape: (line: string) => string,
  ) {}

  write(line: string): void {
    this.waiting += this.shape(line);
    if (this.lastLevel > pino.levels.values.info! || this.waiting.length > GATHERED_LENGTH) return this.flush();
    if (this.timer) return;
    this.timer = setTimeout(this.flush, GATHER_MS).unref();
    process.once('exit', this.flush);
  }

  private readonly flush = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    process.off('exit', this.flush);
    const lines = Buffer.from(this.waiting);
    this.waiting = '';
    this.isBehind = !this.isWritten(lines);
  };

  /** If the log cannot be written, its lines are dropped and the service continues. */
  private isWritten(lines: Buffer): boolean {
    const end = performance.now() + (this.isBehind ? 0 : PATIENCE_MS);
    for (let at = 0; at < lines.length;) {
      try {
        at += writeSync(this.descriptor, lines, at);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() >= end) return false;
        Atomics.wait(PAUSE, 0, 0, 1);
      }
    }
    return true;
  }
}
