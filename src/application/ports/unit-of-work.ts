/** A transaction that has not come to its COMMIT so long after `run` was called, all tries together, is undone. */
export const LONGEST_WRITE_MS = 30 * 60_000;

/**
 * Transactions. A repository method that writes runs in one of its own unless the caller has opened one: a use case opens
 * one when several writes must happen together.
 */
export abstract class UnitOfWork {
  /**
   * Runs `work` in one transaction; every repository called inside takes part. The whole function is run again after a
   * conflict with another writer, so it must have no effect outside the database. A nested run joins the outer one.
   *
   * `landed` answers, after a COMMIT whose outcome is unknown (the connection broke), whether it did take place.
   *
   * Throws `DependencyDown`, and nothing is stored, when it takes longer than `LONGEST_WRITE_MS`.
   */
  abstract run<T>(work: () => Promise<T>, landed?: () => Promise<boolean>): Promise<T>;
  /** Everything that `work` reads is as it was at one moment, however long it takes; it writes nothing. */
  abstract snapshot<T>(work: () => Promise<T>): Promise<T>;
}
