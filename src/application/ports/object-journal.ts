/**
 * Objects that may be deleted (ADR 26): staged ones, which no row references yet, and condemned ones, which no row references any
 * more. All deadlines use the database's clock.
 */
export abstract class ObjectJournal {
  /** Must be called before the first byte is stored. */
  abstract stage(keys: readonly string[], leaseMs: number): Promise<void>;
  /** Renews the lease of keys that are still staged. */
  abstract renew(keys: readonly string[], leaseMs: number): Promise<void>;
  /**
   * Removes staged keys from the journal: in the transaction that inserts their rows, or when nothing will be stored under them. False when
   * the sweeper has condemned any of them.
   */
  abstract claim(keys: readonly string[]): Promise<boolean>;
  /** Staged objects that will not be claimed become due at once. */
  abstract release(keys: readonly string[]): Promise<void>;
  /**
   * Objects that no row will ever reference become due at once, including one whose entry the sweeper removed before its last byte was
   * stored; otherwise it would never be deleted.
   * @param leaseMs later, if the objects may still appear in the store
   */
  abstract abandon(keys: readonly string[], leaseMs?: number): Promise<void>;
  /** After a restore: uploads of the time of the backup have ended, and what lies under their keys came after it. Answers the number. */
  abstract forgetStaged(): Promise<number>;
  /** In the transaction that removes the rows. */
  abstract condemn(keys: readonly string[], delayMs: number, reason: string): Promise<void>;
  /** In the transaction that restores the rows: takes condemned keys back; false when one of them is due for deletion, or was deleted. */
  abstract reprieve(keys: readonly string[]): Promise<boolean>;

  /** Condemns staged keys that were due by then; answers the number. */
  abstract condemnAbandoned(by: Date, limit: number): Promise<number>;
  abstract dueForDeletion(by: Date, limit: number): Promise<string[]>;
  /** Those of the keys that a live row references. */
  abstract referenced(keys: readonly string[]): Promise<Set<string>>;
  abstract forget(keys: readonly string[]): Promise<void>;
}
