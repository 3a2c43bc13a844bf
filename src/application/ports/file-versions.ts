import type { Scope } from '#domain/access/scope';
import type { NewFile } from '#domain/files/document-file';

/** The owner of a file: a document, or a flow, which has no level and therefore requires the whole client to be in reach. */
export type FileOwner = { kind: 'document'; id: string; nodeCode: number } | { kind: 'workflow'; id: string; code: number };

/** A file with its current version. */
export interface VersionedFile extends NewFile {
  clientId: string;
  owner: FileOwner;
}

export interface Replacement {
  /** The file as it was read before signing. */
  file: VersionedFile;
  content: Pick<NewFile, 'key' | 'size' | 'sha256' | 'version'>;
}

/** Files whose content is replaced under the same id; former versions are kept as long as the file. */
export abstract class FileVersions {
  /** Those of the files that are within the scope, in no order. */
  abstract find(scope: Scope, fileIds: readonly string[]): Promise<VersionedFile[]>;
  /** Locks the owners of these files, always in the same order, and answers all current files of each. */
  abstract hold(scope: Scope, files: readonly VersionedFile[]): Promise<VersionedFile[]>;
  /** Requires `hold`. False, with no usable effect, when one of the files has changed since it was read. */
  abstract replace(scope: Scope, replacements: readonly Replacement[], at: Date): Promise<boolean>;
}
