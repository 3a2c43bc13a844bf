import type { Scope } from '#domain/access/scope';
import type { StoredDocument } from '#domain/documents/document';

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

/** Read model of one document; a deleted one, or one outside the scope, is treated as absent. */
export abstract class DocumentHeads {
  abstract of(scope: Scope, document: StoredDocument): Promise<DocumentHead | null>;
  /** Those of its files whose present bytes are signed by the archive. */
  abstract signedFiles(scope: Scope, document: StoredDocument): Promise<ReadonlySet<string>>;
}
