import { busyWith } from '#domain/errors';
import { Deadlines } from '../../dependencies/deadlines';

/** Much longer than a transaction normally holds the lock of a head. */
const PATIENCE_MS = 2000;
/** A transaction whose lock wait timed out is retried within this time. */
const RETRIED_WITHIN_MS = 5000;

interface Head {
  asking: boolean;
  /** Since when no transaction has acquired the lock. */
  stillSince: number;
  failedAt: number;
  readonly queue: (() => void)[];
}

/**
 * Within this process one transaction per client at a time requests the lock of the client's head. If a replica is stopped while holding
 * the lock, one pool connection waits for that client; its other writers are refused (503), which leaves the pool to other clients until
 * the server ends the stopped session (`wait_timeout`).
 */
export class HeadTurns {
  private readonly heads = new Map<string, Head>();
  private readonly patience = new Deadlines(PATIENCE_MS);
  /** Heads already locked by a transaction: it must not wait for them again, since queued transactions wait for it. */
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
