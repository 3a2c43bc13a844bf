import type { Scope } from '#domain/access/scope';
import type { StoredFile } from '#domain/files/document-file';
import type { Share } from '#domain/shares/share';
import type { WorkflowFile } from '#domain/workflows/workflow';

/** A file has at most one share that is not revoked. */
export abstract class ShareRepository {
  /** Shares that are not revoked, including expired ones. */
  abstract of(scope: Scope, fileIds: readonly string[]): Promise<Share[]>;
  /**
   * Shares each file until the deadline (null: no deadline); an existing share is kept and gets the deadline. Undefined: one that still counts
   * keeps its own, the others have none.
   */
  abstract share(scope: Scope, fileIds: readonly string[], expiresAt: Date | null | undefined, at: Date): Promise<Share[]>;
  /** Shares files that the same transaction has added, without a deadline. */
  abstract shareNew(files: readonly { id: string; clientId: string; at: Date }[]): Promise<Share[]>;
  /** Answers the number of revoked shares. */
  abstract revoke(scope: Scope, fileIds: readonly string[], at: Date): Promise<number>;
}

/** Access by share links and temporary addresses, without a login. */
export abstract class SharedFiles {
  /** The file of a share that is neither revoked nor expired, of a document that is not deleted. */
  abstract open(shareId: string, at: Date): Promise<StoredFile | null>;
  /** A file of the client that is not deleted, of a document or of a flow. */
  abstract held(clientId: string, fileId: string): Promise<StoredFile | WorkflowFile | null>;
}
