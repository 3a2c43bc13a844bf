export interface Raised {
  /** What the counter numbers. */
  name: string;
  /** Lower bound of the next number. */
  next: number;
}

/** The database's counters, for operators: callers keep numbers that a restored database no longer knows. */
export abstract class Counters {
  /** Skips `by` numbers in each counter. */
  abstract raise(by: number): Promise<Raised[]>;
  /** Raises the version of every document, which is part of its ETag; reports the last code after each batch. */
  abstract raiseVersions(by: number, progress: (code: number) => void): Promise<void>;
  /** Time of the newest event of all logs; null: there is none. */
  abstract newestEvent(): Promise<Date | null>;
}
