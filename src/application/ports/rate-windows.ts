/** Number of calls in the current window. */
export interface RateWindow {
  seconds: number;
  calls: number;
  /** On the database's clock, in milliseconds. */
  startedAt: number;
  /** Milliseconds until the window ends. */
  endsInMs: number;
}

/** Shared by all replicas; uses the database's clock. */
export abstract class RateWindows {
  /** Counts a call of a client or an address, or as many as are said for each window; answers the windows in the given order. */
  abstract count(caller: string, seconds: readonly number[], calls?: readonly number[]): Promise<RateWindow[]>;
  /** Removes windows that ended more than a day before then; answers the number. */
  abstract forgetOld(before: Date, limit: number): Promise<number>;
}
