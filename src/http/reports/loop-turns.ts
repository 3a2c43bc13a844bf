import { Semaphore } from '#application/semaphore';

/**
 * So many pieces of work in one turn of the event loop, first come, first served; the others wait. The embedded database
 * answers at once: a hundred reports that are read together would leave nobody else a turn, nor hear that a client is gone.
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
      // What is made of the result belongs to the same turn.
      setImmediate(leave);
    }
  }
}
