export interface StoredFileRow {
  id: string;
  /** The document or the flow that it belongs to; empty: it was of a file that is gone. */
  ownerId: string;
  key: string;
  size: number;
  sha256: string;
}

/** The rows behind the objects of the whole archive, for operators. */
export abstract class StoredFiles {
  /** Files that are not deleted, and their former versions, behind the object of this key, in the order of the keys. */
  abstract live(afterKey: string, limit: number): Promise<StoredFileRow[]>;
  abstract isLive(key: string): Promise<boolean>;
  abstract countLive(): Promise<number>;
  /** Of these keys, those that a live file names, or the journal of what may be deleted. */
  abstract known(keys: readonly string[]): Promise<ReadonlySet<string>>;
}
