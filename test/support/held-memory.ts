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

  get bytes(): number {
    return this.most;
  }
}
