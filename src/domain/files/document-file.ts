/** Bytes that lie in the file store under a key that the object journal still holds: no row points at them yet. */
export interface StagedFile {
  key: string;
  size: number;
  /** Lower-case hexadecimal. */
  sha256: string;
  /** The first bytes, for telling the type. */
  head: Uint8Array;
  /** The last bytes of a zip that a dry run does not keep. */
  tail?: Buffer;
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

/** What events say of files: never their names. */
export const eventFiles = (files: readonly Pick<NewFile, 'id' | 'size' | 'sha256'>[]) =>
  files.map(({ id, sha256, size: bytes }) => ({ id, sha256, bytes }));

export const FIRST_VERSION = 1;

/** The label of one more file of a name: one more than the highest number among them. */
export function nextVersion(
  files: readonly Pick<NewFile, 'name' | 'extension' | 'version'>[],
  { name, extension }: Pick<NewFile, 'name' | 'extension'>,
): string {
  const namesakes = files.filter((file) => file.name === name && file.extension === extension);
  const numbers = namesakes.map(({ version }) => (/^\d{1,15}$/.test(version) ? Number(version) : 0));
  return String(Math.max(FIRST_VERSION - 1, ...numbers) + 1);
}
