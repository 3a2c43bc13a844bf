/** Receives the bytes of one object. Bytes are written in place: no copy between the decoder and the store. */
export interface FileWriter {
  /** A writable region, never empty, valid until the next `commit`. */
  room(): Uint8Array;
  /** Takes over the first `length` bytes of the last `room()`. A promise asks the caller to wait before it sends more. */
  commit(length: number): Promise<void> | void;
  /** Resolves with the SHA-256 in hex once the object is durable. Rejects with `WriteConflict` if the key was removed, as `commit` does. */
  close(): Promise<string>;
  /** Cancels the write: nothing is left under the key, if the store answers. */
  abort(): Promise<void>;
}

/** Both ends included, in bytes. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface Presentation {
  fileName: string;
  contentType: string;
  inline: boolean;
}

/** A row references an object that the store does not have. */
export class ObjectMissing extends Error {
  constructor(readonly key: string) {
    super(`object missing: ${key}`);
  }
}

/**
 * Immutable objects: each key is written once.
 *
 * @example const redirect = await storage.temporaryUrl(file.key, presentation, REDIRECT_SECONDS);
 */
export abstract class FileStorage {
  /** @param expectedBytes roughly as many as will come, if known: how the object is sent may depend on it */
  abstract create(key: string, expectedBytes?: number): FileWriter;
  /** Rejects with `ObjectMissing`. The reader must be consumed or returned. */
  abstract read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /** A small object of so many bytes in one read; if it has more, one more of them. Null where the store streams. Rejects with `ObjectMissing`. */
  abstract readAtOnce(key: string, size: number): Promise<Buffer | null>;
  /** Bytes; null when there is no such object. */
  abstract size(key: string): Promise<number | null>;
  /** Removing a missing object is not an error. */
  abstract remove(key: string): Promise<void>;
  /** Keys of all complete objects, in no order; foreign objects are listed under their own names. */
  abstract keys(): AsyncIterable<string>;
  /** A URL that serves the bytes without us for at most `seconds`; null where the store cannot. */
  abstract temporaryUrl(key: string, presentation: Presentation, seconds: number): Promise<string | null>;
  /** Rejects when the store cannot be used. */
  abstract probe(): Promise<void>;
}

/**
 * Objects that may be deleted (ADR 26): staged ones, which no row references yet, and condemned ones, which no row references any
 * more. All deadlines use the database's clock.
 *
 * @example const inUse = await journal.referenced(keys);
 */
export abstract class ObjectJournal {
  /** Must be called before the first byte is stored. */
  abstract stage(clientId: string, keys: readonly string[], leaseMs: number): Promise<void>;
  /** Renews the lease of keys that are still staged. */
  abstract renew(clientId: string, keys: readonly string[], leaseMs: number): Promise<void>;
  /**
   * Removes staged keys from the journal: in the transaction that inserts their rows, or when nothing will be stored under them. False when
   * the sweeper has condemned any of them.
   */
  abstract claim(clientId: string, keys: readonly string[]): Promise<boolean>;
  /** Staged objects that will not be claimed become due at once. */
  abstract release(clientId: string, keys: readonly string[]): Promise<void>;
  /**
   * Objects that no row will ever reference become due at once, including one whose entry the sweeper removed before its last byte was
   * stored; otherwise it would never be deleted.
   * @param leaseMs later, if the objects may still appear in the store
   */
  abstract abandon(clientId: string, keys: readonly string[], leaseMs?: number): Promise<void>;
  /** After a restore: uploads of the time of the backup have ended, and what lies under their keys came after it. Answers the number. */
  abstract forgetStaged(): Promise<number>;
  /** In the transaction that removes the rows. */
  abstract condemn(clientId: string, keys: readonly string[], delayMs: number, reason: string): Promise<void>;
  /** In the transaction that restores the rows: takes condemned keys back; false when one of them is due for deletion, or was deleted. */
  abstract reprieve(clientId: string, keys: readonly string[]): Promise<boolean>;

  /** Condemns staged keys that were due by then; answers the number. */
  abstract condemnAbandoned(by: Date, limit: number): Promise<number>;
  /** By client. */
  abstract dueForDeletion(by: Date, limit: number): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Those of the keys that a live row references, whosoever it is. */
  abstract referenced(keys: readonly string[]): Promise<Set<string>>;
  abstract forget(clientId: string, keys: readonly string[]): Promise<void>;
}

/** Why a link could not be fetched; the reason reveals nothing about the target. */
export class RemoteFileError extends Error {
  constructor(
    readonly reason: 'not-allowed' | 'unreachable' | 'timeout' | 'status' | 'too-large' | 'incomplete',
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

export interface RemoteFile {
  url: string;
  /** The client on whose behalf it is fetched. */
  clientId: string;
  maxBytes: number;
}

/** @example const staged = await upload.take(await remoteFiles.fetch({ ...remote, maxBytes: settings.maxFileBytes }, until)); */
export abstract class RemoteFiles {
  /** Ends when the signal fires. Rejects with `RemoteFileError`, while opening or while reading. */
  abstract fetch(file: RemoteFile, until: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
}

/** What one address opens, for whom and until when. */
export interface FileAddress {
  clientId: string;
  fileId: string;
  /** Who asked for it: reads are theirs. */
  userId: string;
  /** Shown by the browser, where that is safe; else saved. */
  inline: boolean;
  expiresAt: Date;
}

/**
 * Makes and reads addresses that open one file for a short time, without a login. They are no share links.
 *
 * @example const address = addresses.read(token);
 */
export abstract class FileAddresses {
  abstract urlOf(address: FileAddress): string;
  /** Null for a token that this archive did not make; it may have expired. */
  abstract read(token: string): FileAddress | null;
}
