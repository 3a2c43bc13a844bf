import type { Scope } from '#domain/access/scope';
import type { Day } from '#domain/documents/calendar';
import type { DocumentChange, DocumentContent, NewDocument, StoredDocument } from '#domain/documents/document';
import type { NewFile, StoredFile } from '#domain/files/document-file';

/** Another document of the client, perhaps outside the scope, has the external key. */
export class ExternalKeyTaken extends Error {}

/** Documents within the scope. A document outside it, or a deleted one, is treated as absent. */
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
