import type { Scope } from '#domain/access/scope';
import type { StoredFile } from '#domain/files/document-file';
import type { Share } from '#domain/shares/share';

/** At most one share of a file is not revoked at any time. */
export abstract class ShareRepository {
  /** Shares that are not revoked, expired ones too. */
  abstract of(scope: Scope, fileIds: readonly string[]): Promise<Share[]>;
  /** Shares each file until the deadline (null: without end); a file shared already keeps its share and gets the deadline. */
  abstract share(scope: Scope, fileIds: readonly string[], expiresAt: Date | null, at: Date): Promise<Share[]>;
  /** Answers how many shares there were to revoke. */
  abstract revoke(scope: Scope, fileIds: readonly string[], at: Date): Promise<number>;
}

/** What a link without a login leads to. */
export abstract class SharedFiles {
  /** The file of a share that is neither revoked nor expired, of a document that is not deleted. */
  abstract open(shareId: string, at: Date): Promise<StoredFile | null>;
}
