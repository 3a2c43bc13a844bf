export interface Raised {
  /** What it counts. */
  name: string;
  /** What the next one gets at least. */
  next: number;
}

/** The numbers that the database gives away, for operators: callers keep them, though a restored database has forgotten them. */
export abstract class Counters {
  /** So many are left out of each. */
  abstract raise(by: number): Promise<Raised[]>;
  /** Of every document: it is part of the ETag. Tells after each batch up to which code. */
  abstract raiseVersions(by: number, progress: (code: number) => void): Promise<void>;
  /** Of all clients' trails; null: there is none. */
  abstract newestEvent(): Promise<Date | null>;
}
