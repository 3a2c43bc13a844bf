/** Bytes that lie in the file store under a key that the object journal still holds: no row points at them yet. */
export interface StagedFile {
  key: string;
  size: number;
  /** Lower-case hexadecimal. */
  sha256: string;
  /** The first bytes, for telling the type. */
  head: Uint8Array;
}

export interface NewFile {
  id: string;
  key: string;
  size: number;
  sha256: string;
  name: string;
  /** Lower case, without a dot. */
  extension: string;
  version: string;
}

export interface StoredFile extends NewFile {
  documentId: string;
  clientId: string;
  createdAt: Date;
}
