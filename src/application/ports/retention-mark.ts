/** The time up to which everything due has been released for removal. */
export interface Mark {
  at: Date;
  /** Time of its last move. */
  movedAt: Date;
}

/** Stored in the database for all processes; all times are the database's. */
export abstract class RetentionMark {
  /** The mark; initialised with the current time. */
  abstract read(): Promise<{ mark: Mark; now: Date }>;
  /** False when another process moved it first. */
  abstract move(from: Mark, to: Mark): Promise<boolean>;
}
