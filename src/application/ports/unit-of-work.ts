import type { NewChange } from './audit-trail';

/** What a rehearsed call would have answered and changed. */
export interface Rehearsed<T> {
  result: T;
  /** The events that its transactions would have recorded, in their order. */
  changes: readonly NewChange[];
}

/** A transaction that has not reached its COMMIT this long after `run` was called, including retries, is rolled back. */
export const LONGEST_WRITE_MS = 30 * 60_000;

/**
 * Transactions. A writing repository method runs in a transaction of its own unless the caller has opened one; a use case opens one when
 * several writes must be atomic.
 *
 * @example const { result, changes } = await unitOfWork.rehearse(call);
 */
export abstract class UnitOfWork {
  /**
   * Runs `work` in one transaction that includes all repositories called inside. `work` is retried after a conflict with another writer, so
   * it must have no effect outside the database. A nested run joins the outer one.
   *
   * `didCommit` is called when the outcome of a COMMIT is unknown (connection lost): it answers whether the COMMIT took place.
   *
   * Throws `DependencyDown`, with nothing stored, when it takes longer than `LONGEST_WRITE_MS`.
   */
  abstract run<T>(work: () => Promise<T>, didCommit?: () => Promise<boolean>): Promise<T>;
  /**
   * A dry run: `work` is done as usual, but each of its transactions is rolled back at its end, and so is every statement that writes outside
   * of one.
   */
  abstract rehearse<T>(work: () => Promise<T>): Promise<Rehearsed<T>>;
  /** Whether the caller is in a dry run. */
  abstract get isRehearsal(): boolean;
  /** Read-only: everything that `work` reads comes from one consistent snapshot, however long it takes. */
  abstract snapshot<T>(work: () => Promise<T>): Promise<T>;
}

/** @example const at = clock.now(); */
export abstract class Clock {
  abstract now(): Date;
}

/**
 * Receives faults of background work.
 *
 * @example diagnostics.problem('repeatable call', failure);
 */
export abstract class Diagnostics {
  abstract problem(where: string, error: unknown): void;
}
