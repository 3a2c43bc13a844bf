import type { Scope } from '#domain/access/scope';
import type { Day } from '#domain/documents/calendar';
import type { DocumentChange, DocumentContent, NewDocument, StoredDocument } from '#domain/documents/document';
import type { NewFile, StoredFile } from '#domain/files/document-file';
import type { Share } from '#domain/shares/share';
import type { WorkflowFile } from '#domain/workflows/workflow';

/** Another document of the client, perhaps outside the scope, has the external key. */
export class ExternalKeyTaken extends Error {}

/**
 * Documents within the scope. A document outside it, or a deleted one, is treated as absent.
 *
 * @example const found = await documents.find(scope, documentId);
 */
export abstract class DocumentRepository {
  /** Stores new documents with their values and files; answers the assigned codes. Rejects with `ExternalKeyTaken`. */
  abstract addAll(documents: readonly { scope: Scope; document: NewDocument }[]): Promise<number[]>;
  abstract find(scope: Scope, id: string): Promise<StoredDocument | null>;
  abstract findByExternalKey(scope: Scope, externalKey: string): Promise<StoredDocument | null>;
  /** Whether any document of the client has it, within the scope or not. */
  abstract isExternalKeyTaken(scope: Scope, externalKey: string): Promise<boolean>;
  abstract contentOf(scope: Scope, document: StoredDocument): Promise<DocumentContent>;
  /** Locks the document until the transaction ends and increments its version. */
  abstract hold(scope: Scope, id: string): Promise<StoredDocument | null>;
  /** Changes the named members only. Requires `hold`. */
  abstract change(scope: Scope, document: StoredDocument, change: DocumentChange): Promise<void>;
  /** The files of a document in the order in which they were sent. */
  abstract filesOf(scope: Scope, document: StoredDocument): Promise<StoredFile[]>;
  abstract findFile(scope: Scope, fileId: string): Promise<StoredFile | null>;
  /** Appends to the existing files. Requires `hold`. */
  abstract addFiles(scope: Scope, document: StoredDocument, files: readonly NewFile[], at: Date): Promise<void>;
  /**
   * Removes a file, its former versions and its share, and answers the keys of their objects; null when it does not exist. Requires `hold`.
   */
  abstract removeFile(scope: Scope, document: StoredDocument, fileId: string, at: Date): Promise<string[] | null>;
  /** Sets the due day of the documents of these levels that point at a list row, whatever the scope's levels. */
  abstract moveDueDay(scope: Scope, nodeCodes: readonly number[], rowCode: number, dueDay: Day | null): Promise<void>;
  /** Marks document and files as deleted and answers the keys of their objects; null when a concurrent call was first. */
  abstract markDeleted(scope: Scope, document: StoredDocument, at: Date): Promise<string[] | null>;
  /**
   * Undoes `markDeleted` and answers the keys of the objects of its files; null when there is no such document that is deleted. Shares and
   * former versions stay removed. Rejects with `ExternalKeyTaken`.
   */
  abstract restore(scope: Scope, id: string): Promise<{ document: StoredDocument; keys: string[] } | null>;
}

/** What a document has besides its content. */
export interface DocumentHead {
  unitId: string;
  externalKey: string | null;
  createdAt: Date;
  /** Null: never changed. */
  changedAt: Date | null;
  /** `name` is null when the user is at home elsewhere. */
  createdBy: { id: string; name: string | null };
}

/**
 * Read model of one document; a deleted one, or one outside the scope, is treated as absent.
 *
 * @example const head = await heads.of(scope, document);
 */
export abstract class DocumentHeads {
  abstract of(scope: Scope, document: StoredDocument): Promise<DocumentHead | null>;
  /** Those of its files whose present bytes are signed by the archive. */
  abstract signedFiles(scope: Scope, document: StoredDocument): Promise<ReadonlySet<string>>;
}

/** A level whose count is not that of its documents. */
export interface MiscountedLevel {
  id: string;
  reason: string;
}

/**
 * How many documents the levels of clients have, kept as differences that are summed.
 *
 * @example const found = await counts.compare(clientId);
 */
export abstract class DocumentCounts {
  /** Replaces differences of the same level by their sum, in batches, until the signal fires. */
  abstract fold(signal?: AbortSignal): Promise<void>;
  abstract clientIds(): Promise<string[]>;
  /** Compares the counts of a client with its documents. */
  abstract compare(clientId: string): Promise<MiscountedLevel[]>;
  /** Adds what is missing, in one transaction; answers where. */
  abstract renew(clientId: string): Promise<MiscountedLevel[]>;
}

/**
 * A file has at most one share that is not revoked.
 *
 * @example const shares = ids.length === 0 ? [] : await shares.of(scope, ids);
 */
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

/**
 * Access by share links and temporary addresses, without a login.
 *
 * @example const file = await sharedFiles.held(clientId, fileId);
 */
export abstract class SharedFiles {
  /** The file of a share that is neither revoked nor expired, of a document that is not deleted. */
  abstract open(shareId: string, at: Date): Promise<StoredFile | null>;
  /** A file of the client that is not deleted, of a document or of a flow. */
  abstract held(clientId: string, fileId: string): Promise<StoredFile | WorkflowFile | null>;
}

/**
 * Creates and reads the tokens of share links.
 *
 * @example const shareId = links.shareOf(token);
 */
export abstract class ShareLinks {
  abstract urlOf(shareId: string): string;
  /** The share of a token; null when the token is not genuine. */
  abstract shareOf(token: string): string | null;
}

/**
 * Positions in the answers of a search, for the caller to send back.
 *
 * @example const opened = cursors.open(cursor);
 */
export abstract class Cursors {
  /** A cursor tells nothing: it may hold a value of a document that the caller must not see. */
  abstract seal(position: string): string;
  /** Null for a cursor that this archive did not make. */
  abstract open(cursor: string): string | null;
}
