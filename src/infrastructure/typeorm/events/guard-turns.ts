import { busyWith } from '#domain/errors';
import { Deadlines } from '../../dependencies/deadlines';

/** Much longer than a transaction normally holds the lock of a guard. */
const PATIENCE_MS = 2000;
/** A transaction whose lock wait timed out is retried within this time. */
const RETRIED_WITHIN_MS = 5000;

interface Guard {
  asking: boolean;
  /** Since when no transaction has acquired the lock. */
  stillSince: number;
  failedAt: number;
  readonly queue: (() => void)[];
}

/**
 * Within this process one transaction per client at a time requests the lock of the client's guard. If a replica is stopped while holding
 * the lock, one pool connection waits for that client; its other writers are refused (503), which leaves the pool to other clients until
 * the server ends the stopped session (`wait_timeout`).
 */
export class GuardTurns {
  private readonly guards = new Map<string, Guard>();
  private readonly patience = new Deadlines(PATIENCE_MS);
  /** Guards already locked by a transaction: it must not wait for them again, since queued transactions wait for it. */
  private readonly held = new WeakMap<object, Set<string>>();

  async run<T>(transaction: object, clientId: string, ask: () => Promise<T>): Promise<T> {
    const held = this.held.get(transaction) ?? new Set();
    if (held.has(clientId)) return ask();
    const guard = this.guards.get(clientId) ?? { asking: false, stillSince: 0, failedAt: -Infinity, queue: [] };
    this.guards.set(clientId, guard);
    await this.turn(guard);
    try {
      const answer = await ask();
      this.held.set(transaction, held.add(clientId));
      guard.failedAt = -Infinity;
      return answer;
    } catch (error) {
      guard.failedAt = performance.now();
      throw error;
    } finally {
      this.leave(clientId, guard);
    }
  }

  private async turn(guard: Guard): Promise<void> {
    const now = performance.now();
    if (!guard.asking) {
      guard.asking = true;
      if (now - guard.failedAt > RETRIED_WITHIN_MS) guard.stillSince = now;
      return;
    }
    if (now - guard.stillSince > PATIENCE_MS) throw busyWith('database');
    await new Promise<void>((go, refuse) => {
      const wait = this.patience.begin(() => {
        guard.queue.splice(guard.queue.indexOf(its), 1);
        refuse(busyWith('database'));
      });
      const its = () => {
        this.patience.end(wait);
        go();
      };
      guard.queue.push(its);
    });
  }

  private leave(clientId: string, guard: Guard): void {
    const next = guard.queue.shift();
    if (next) {
      if (guard.failedAt === -Infinity) guard.stillSince = performance.now();
      return next();
    }
    guard.asking = false;
    if (guard.failedAt === -Infinity) this.guards.delete(clientId);
  }
}
