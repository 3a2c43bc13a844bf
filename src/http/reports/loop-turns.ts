import { Semaphore } from '#application/support/semaphore';

/**
 * A FIFO semaphore that limits work per turn of the event loop. The embedded database answers synchronously: a hundred
 * parallel reports would block the event loop, and would not notice a closed connection.
 */
export class LoopTurns {
  private readonly turns: Semaphore;

  constructor(atOnce: number) {
    this.turns = new Semaphore(atOnce, Infinity);
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.turns.take();
    try {
      return await work();
    } finally {
      // Processing the result belongs to the same turn.
      setImmediate(leave);
    }
  }
}
