/** What went, without what cannot be told of it. */
export interface Purged {
  documents: number;
  files: number;
  flows: number;
  rows: number;
}

export const NOTHING_PURGED: Purged = { documents: 0, files: 0, flows: 0, rows: 0 };

/** What was purged, and the keys of objects that nothing names any more. */
export interface PurgedWithKeys {
  purged: Purged;
  keys: readonly string[];
}

/**
 * Removes what was deleted, with everything that hangs off it but events; how much of it bills still count is kept as numbers (ADR 50).
 * Whoever removes, of one client, is in a transaction.
 *
 * @example const files = await store.removedFiles(clientId, keys);
 */
export abstract class Purge {
  /** Of all clients that there are. */
  abstract clients(): Promise<string[]>;
  /** Of documents that were deleted by then, the first ones; null: there is none. Nothing, and not null: others took them meanwhile, and there may be more. */
  abstract documents(clientId: string, deletedBy: Date, limit: number): Promise<PurgedWithKeys | null>;
  /** Of flows that ended by then, and whose documents were all purged, the first ones; null: there is none. */
  abstract flows(clientId: string, endedBy: Date, limit: number): Promise<PurgedWithKeys | null>;
  /** Of files that were removed from documents, by the keys of their objects; how many. In a transaction. */
  abstract removedFiles(clientId: string, keys: readonly string[]): Promise<number>;
  /** Where the database keeps beside its tables what they do not have any more, and lets it go in small steps: words in an index; a log. */
  abstract forgetWords(signal?: AbortSignal): Promise<void>;
  abstract emptyLog(): Promise<void>;
}

/** The time up to which everything due has been released for removal. */
export interface Mark {
  at: Date;
  /** Time of its last move. */
  movedAt: Date;
}

/**
 * Stored in the database for all processes; all times are the database's.
 *
 * @example const { mark, now } = await marks.read();
 */
export abstract class RetentionMark {
  /** The mark; initialised with the current time. */
  abstract read(): Promise<{ mark: Mark; now: Date }>;
  /** False when another process moved it first. */
  abstract move(from: Mark, to: Mark): Promise<boolean>;
}
