import { busyWith } from '#domain/errors';
import { Deadlines } from '../../dependencies/deadlines';

/** Far longer than a transaction holds a head that goes on. */
const PATIENCE_MS = 2000;
/** A transaction whose wait for a lock ended begins again within this. */
const RETRIED_WITHIN_MS = 5000;

interface Head {
  asking: boolean;
  /** Since when nobody has got it. */
  stillSince: number;
  failedAt: number;
  readonly queue: (() => void)[];
}

/**
 * Of this process's transactions that want the head of one client, one at a time asks the server for its lock. Where a
 * replica is stopped while it holds the lock, one connection of the pool waits for that client; its other writers are refused
 * (503) and leave the pool to other clients, until the server ends the session of whoever has stopped (`wait_timeout`).
 */
export class HeadTurns {
  private readonly heads = new Map<string, Head>();
  private readonly patience = new Deadlines(PATIENCE_MS);
  /** What a transaction holds already it need not wait for: others in the queue may wait for it. */
  private readonly held = new WeakMap<object, Set<string>>();

  async run<T>(transaction: object, clientId: string, ask: () => Promise<T>): Promise<T> {
    const held = this.held.get(transaction) ?? new Set();
    if (held.has(clientId)) return ask();
    const head = this.heads.get(clientId) ?? { asking: false, stillSince: 0, failedAt: -Infinity, queue: [] };
    this.heads.set(clientId, head);
    await this.turn(head);
    try {
      const answer = await ask();
      this.held.set(transaction, held.add(clientId));
      head.failedAt = -Infinity;
      return answer;
    } catch (error) {
      head.failedAt = performance.now();
      throw error;
    } finally {
      this.leave(clientId, head);
    }
  }

  private async turn(head: Head): Promise<void> {
    const now = performance.now();
    if (!head.asking) {
      head.asking = true;
      if (now - head.failedAt > RETRIED_WITHIN_MS) head.stillSince = now;
      return;
    }
    if (now - head.stillSince > PATIENCE_MS) throw busyWith('database');
    await new Promise<void>((go, refuse) => {
      const wait = this.patience.begin(() => {
        head.queue.splice(head.queue.indexOf(its), 1);
        refuse(busyWith('database'));
      });
      const its = () => {
        this.patience.end(wait);
        go();
      };
      head.queue.push(its);
    });
  }

  private leave(clientId: string, head: Head): void {
    const next = head.queue.shift();
    if (next) {
      if (head.failedAt === -Infinity) head.stillSince = performance.now();
      return next();
    }
    head.asking = false;
    if (head.failedAt === -Infinity) this.heads.delete(clientId);
  }
}
