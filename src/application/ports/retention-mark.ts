/** Up to when everything that was due has been given up for removal. */
export interface Mark {
  at: Date;
  /** When it was moved last. */
  movedAt: Date;
}

/** Kept in the database, for all processes together; every moment is the database's. */
export abstract class RetentionMark {
  /** The mark, which is now where nobody has set one yet. */
  abstract read(): Promise<{ mark: Mark; now: Date }>;
  /** False when another process moved it first. */
  abstract move(from: Mark, to: Mark): Promise<boolean>;
}
