import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { DocumentRepository } from '#application/ports/documents';
import { ObjectJournal } from '#application/ports/files';
import { DAY_MS, Settings } from '#application/support/settings';
import type { Scope } from '#domain/access/scope';
import { documentUnknown, DomainError } from '#domain/errors';

/** Operation 4.7. Document, files and links are gone with the commit; the bytes are removed after the retention period. */
@Injectable()
export class DeleteDocument {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly journal: ObjectJournal,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  async execute(scope: Scope, { nodeId, documentId }: { nodeId: string; documentId: string }): Promise<void> {
    const document = await this.documents.find(scope, documentId);
    if (!document) throw documentUnknown();
    if (document.nodeCode !== scope.level(nodeId).node.code) throw new DomainError('DOCUMENT_ELSEWHERE');
    await this.unitOfWork.run(
      async () => {
        const keys = await this.documents.markDeleted(scope, document, this.clock.now());
        if (!keys) throw documentUnknown();
        await this.journal.condemn(scope.clientId, keys, this.settings.deletedRetentionDays * DAY_MS, 'document deleted');
        const subject = { documentId, code: document.code, levelId: scope.levelIdOf(document) };
        await this.audit.record(scope.actor, scope.clientId, 'document.delete', subject);
      },
      async () => (await this.documents.find(scope, documentId)) === null,
    );
  }
}
