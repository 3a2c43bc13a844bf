/**
 * The objects that may be deleted (architecture §6): staged ones, to which no row points yet, and condemned ones, to
 * which none points any more. All deadlines are kept by the database's clock.
 */
export abstract class ObjectJournal {
  /** Before the first byte goes to storage. */
  abstract stage(key: string, leaseMs: number): Promise<void>;
  /** Renews the lease of keys that are still staged. */
  abstract renew(keys: readonly string[], leaseMs: number): Promise<void>;
  /** In the transaction that makes the rows: takes the keys out. False when the sweeper was first with any of them. */
  abstract claim(keys: readonly string[]): Promise<boolean>;
  /** Staged objects that will not be claimed: due at once. */
  abstract release(keys: readonly string[]): Promise<void>;
  /**
   * Objects that no row will ever name, due at once: also one whose entry the sweeper has given up before the last byte
   * was stored, and which would lie there for ever.
   */
  abstract abandon(keys: readonly string[]): Promise<void>;
  /** In the transaction that takes the rows away. */
  abstract condemn(keys: readonly string[], delayMs: number, reason: string): Promise<void>;

  /** Turns staged keys that were due by then into condemned ones; answers how many. */
  abstract condemnAbandoned(by: Date, limit: number): Promise<number>;
  abstract dueForDeletion(by: Date, limit: number): Promise<string[]>;
  /** Of these keys, those that a live row names. */
  abstract referenced(keys: readonly string[]): Promise<Set<string>>;
  abstract forget(keys: readonly string[]): Promise<void>;
}
