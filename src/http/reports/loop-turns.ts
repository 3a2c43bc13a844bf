/**
 * So many pieces of work in one turn of the event loop, first come, first served; the others wait. The embedded database
 * answers at once: a hundred reports that are read together would leave nobody else a turn, nor hear that a client is gone.
 */
export class LoopTurns {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // What is made of the result belongs to the same turn.
      setImmediate(() => this.leave());
    }
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }
}
