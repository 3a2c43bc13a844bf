/** Number of calls in the current window. */
export interface RateWindow {
  seconds: number;
  calls: number;
  /** Milliseconds until the window ends. */
  endsInMs: number;
}

/** Counted for all replicas together, by the database's clock. */
export abstract class RateWindows {
  /** Counts one more call of a client, or of an address; answers the windows in the order given. */
  abstract count(caller: string, seconds: readonly number[]): Promise<RateWindow[]>;
  /** Removes windows that ended more than a day before then; answers how many. */
  abstract forgetOld(before: Date, limit: number): Promise<number>;
}
