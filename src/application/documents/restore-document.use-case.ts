import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { DocumentRepository, ExternalKeyTaken } from '#application/ports/documents';
import { ObjectJournal } from '#application/ports/files';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { Scope } from '#domain/access/scope';
import type { StoredDocument } from '#domain/documents/document';
import { DomainError } from '#domain/errors';

/** `POST …/restaurar`: undoes 4.7 while the bytes are kept. Share links stay revoked, and former versions of files are gone. */
@Injectable()
export class RestoreDocument {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly journal: ObjectJournal,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /** Answers the document with its new version. */
  async execute(scope: Scope, documentId: string): Promise<StoredDocument> {
    const restored: { document?: StoredDocument } = {};
    await this.unitOfWork.run(
      async () => void (restored.document = await this.restore(scope, documentId)),
      async () => (await this.documents.find(scope, documentId)) !== null,
    );
    return restored.document as StoredDocument;
  }

  private async restore(scope: Scope, documentId: string): Promise<StoredDocument> {
    if (await this.documents.find(scope, documentId)) throw new DomainError('DOCUMENT_NOT_DELETED');
    const restored = await this.documents.restore(scope, documentId).catch((error: unknown) => {
      if (!(error instanceof ExternalKeyTaken)) throw error;
      throw new DomainError('RULES_BROKEN', [{ path: ['externalKey'], code: 'EXTERNAL_KEY_TAKEN' }]);
    });
    if (!restored) throw new DomainError('DOCUMENT_NOT_FOUND');
    const { document, keys } = restored;
    if (!(await this.journal.reprieve(scope.clientId, keys))) throw new DomainError('BYTES_GONE');
    const subject = { documentId, code: document.code, levelId: scope.levelIdOf(document) };
    await this.audit.record(scope.actor, scope.clientId, 'document.restore', subject);
    return document;
  }
}
