import type { Scope } from '#domain/access/scope';
import type { NewFile } from '#domain/files/document-file';

/** Whose file it is: a document's, or a flow's, which has no level and is therefore for those who reach the whole client. */
export type FileOwner = { kind: 'document'; id: string } | { kind: 'workflow'; code: number };

/** A file with the version that it has now. */
export interface VersionedFile extends NewFile {
  clientId: string;
  owner: FileOwner;
}

export interface Replacement {
  /** As it was read. */
  file: VersionedFile;
  content: Pick<NewFile, 'key' | 'size' | 'sha256' | 'version'>;
}

/** Files whose content is replaced under the same id; what they were stays, for as long as the file does. */
export abstract class FileVersions {
  /** Of these files those within the scope, in no order. */
  abstract find(scope: Scope, fileIds: readonly string[]): Promise<VersionedFile[]>;
  /** Takes the owners of these files for a change, in one order whoever calls, and answers all files that each has now. */
  abstract hold(scope: Scope, files: readonly VersionedFile[]): Promise<VersionedFile[]>;
  /** For files that are held. False, and nothing useful done, when one of them is no longer what was read. */
  abstract replace(scope: Scope, replacements: readonly Replacement[], at: Date): Promise<boolean>;
}
