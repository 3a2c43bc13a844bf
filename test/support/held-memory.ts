import { performance } from 'node:perf_hooks';

const BETWEEN_LOOKS_MS = 400;

/** Bytes that the process holds: heap and buffers after a collection, so that a limit on it depends on the code alone. */
export function heldMemory(): number {
  global.gc!();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** How far the held memory grew over where it stood, at most, where `look` was called. */
export class HeldGrowth {
  private readonly idle = heldMemory();
  private most = 0;

  look(): void {
    this.most = Math.max(this.most, heldMemory() - this.idle);
  }

  /** Looks now and then while the work goes on. Where a collection takes long, looks are rarer: the time is the work's. */
  async during<T>(work: Promise<T>): Promise<T> {
    const lookAfter = (ms: number): NodeJS.Timeout =>
      setTimeout(() => {
        const began = performance.now();
        this.look();
        timer = lookAfter(BETWEEN_LOOKS_MS + 9 * (performance.now() - began));
      }, ms);
    let timer = lookAfter(BETWEEN_LOOKS_MS);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  }

  get bytes(): number {
    return this.most;
  }
}
