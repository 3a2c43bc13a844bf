import { Semaphore } from '#application/support/semaphore';

const MOST_WAITING = 1000;

/** So many at once of each key, such as a host or a client; the others of that key wait for as long as they may. */
export class KeyedTurns {
  private readonly keys = new Map<string, { turns: Semaphore; users: number }>();

  constructor(private readonly atOnce: number) {}

  /** Resolves when a place is free, to the function that releases it. */
  async take(key: string, until: AbortSignal): Promise<() => void> {
    const entry = this.keys.get(key) ?? { turns: new Semaphore(this.atOnce, MOST_WAITING), users: 0 };
    this.keys.set(key, entry);
    entry.users++;
    let isUser = true;
    const forget = () => {
      if (isUser && --entry.users === 0) this.keys.delete(key);
      isUser = false;
    };
    try {
      const leave = await entry.turns.take(until);
      return () => {
        leave();
        forget();
      };
    } catch (error) {
      forget();
      throw error;
    }
  }
}
