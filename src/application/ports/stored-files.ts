export interface StoredFileRow {
  id: string;
  /** The owning document or flow; empty: the file was deleted. */
  ownerId: string;
  key: string;
  size: number;
  sha256: string;
}

/** The rows of stored objects of the whole archive, for operators. */
export abstract class StoredFiles {
  /** Live files and former versions after this object key, ordered by key. */
  abstract live(afterKey: string, limit: number): Promise<StoredFileRow[]>;
  abstract isLive(key: string): Promise<boolean>;
  abstract countLive(): Promise<number>;
  /** Those of the keys that a live file or the object journal names. */
  abstract known(keys: readonly string[]): Promise<ReadonlySet<string>>;
}
