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

/** Immutable objects: each key is written once. */
export abstract class FileStorage {
  /** @param expectedBytes roughly as many as will come, if known: how the object is sent may depend on it */
  abstract create(key: string, expectedBytes?: number): FileWriter;
  /** Rejects with `ObjectMissing`. The reader must be consumed or returned. */
  abstract read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
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
