import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/unit-of-work';
import { type DocumentHead, DocumentHeads, DocumentRepository, ShareRepository } from '#application/ports/documents';
import { DocumentSearch, type FoundDocument } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import type { StoredDocument } from '#domain/documents/document';
import { DomainError } from '#domain/errors';
import type { StoredFile } from '#domain/files/document-file';
import type { Level } from '#domain/trees/client-structure';
import { queryOf } from './search-conditions';
import { isLive } from './shared-documents';

export interface DescribedFile {
  file: StoredFile;
  isSigned: boolean;
  isShared: boolean;
}

export interface DescribedDocument {
  /** As it was before the rest was read: whoever changes by this version changes what was shown, or nothing. */
  document: StoredDocument;
  found: FoundDocument;
  head: DocumentHead;
  level: Level;
  files: DescribedFile[];
}

/** `GET /api/Documento/{idDocumento}/cliente/{idCliente}`: everything but the bytes. */
@Injectable()
export class GetDocument {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly search: DocumentSearch,
    private readonly heads: DocumentHeads,
    private readonly shares: ShareRepository,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, documentId: string): Promise<DescribedDocument> {
    const document = await this.documents.find(scope, documentId);
    if (!document) throw new DomainError('DOCUMENT_NOT_FOUND');
    const [[found], head, files, signed] = await Promise.all([
      this.search.numbered(scope, queryOf(scope, { documentCode: document.code, fields: [] }), 1, 1),
      this.heads.of(scope, document),
      this.documents.filesOf(scope, document),
      this.heads.signedFiles(scope, document),
    ]);
    const level = scope.client.structure.levelByCode(document.nodeCode);
    // Deleted meanwhile.
    if (!found || !head || !level) throw new DomainError('DOCUMENT_NOT_FOUND');
    const shared = await this.sharedAmong(scope, files);
    const described = files.map((file) => ({ file, isSigned: signed.has(file.id), isShared: shared.has(file.id) }));
    return { document, found, head, level, files: described };
  }

  private async sharedAmong(scope: Scope, files: readonly StoredFile[]): Promise<ReadonlySet<string>> {
    const ids = files.map(({ id }) => id);
    const now = this.clock.now();
    const shares = ids.length === 0 ? [] : await this.shares.of(scope, ids);
    return new Set(shares.filter((share) => isLive(share, now)).map(({ fileId }) => fileId));
  }
}
