import type { Scope } from '#domain/access/scope';
import type { NewDocument, StoredDocument } from '#domain/documents/document';
import type { StoredFile } from '#domain/files/document-file';

/** Documents within the scope. One outside it, or deleted, is as absent as one that never existed. */
export abstract class DocumentRepository {
  /** Stores a new document with its values and files; answers the code the archive gave it. */
  abstract add(scope: Scope, document: NewDocument): Promise<number>;
  abstract find(scope: Scope, id: string): Promise<StoredDocument | null>;
  /** The files of a document in the order in which they were sent. */
  abstract filesOf(scope: Scope, document: StoredDocument): Promise<StoredFile[]>;
  abstract findFile(scope: Scope, fileId: string): Promise<StoredFile | null>;
  /** Marks document and files as deleted and answers the keys of their objects; null when another call was first. */
  abstract markDeleted(scope: Scope, document: StoredDocument, at: Date): Promise<string[] | null>;
}
