import { pino, type DestinationStream } from 'pino';

/** Nobody who reads along notices; a service that answers thousands of calls writes fifty times a second. */
const GATHER_MS = 20;
const GATHERED_BYTES = 8 * 1024;

/**
 * Where lines go that need not be there at once: what follows within a moment leaves with them in one write, for each costs as
 * much as a line. Anything above `info` takes what is waiting along immediately, and so does the end of the process.
 */
export class GatheredLines implements DestinationStream {
  /** Asks pino to set `lastLevel` before each line. */
  readonly [pino.symbols.needsMetadataGsym] = true;
  lastLevel = 0;
  private readonly output: ReturnType<typeof pino.destination>;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    descriptor: number,
    private readonly shape: (line: string) => string,
  ) {
    this.output = pino.destination({ dest: descriptor, minLength: GATHERED_BYTES, sync: true });
  }

  write(line: string): void {
    this.output.write(this.shape(line));
    if (this.lastLevel > pino.levels.values.info!) return this.flush();
    if (this.timer) return;
    this.timer = setTimeout(this.flush, GATHER_MS).unref();
    process.once('exit', this.flush);
  }

  private readonly flush = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    process.off('exit', this.flush);
    this.output.flushSync();
  };
}
