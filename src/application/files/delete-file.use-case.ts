import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { DocumentRepository } from '#application/ports/documents';
import { ObjectJournal } from '#application/ports/files';
import { DAY_MS, Settings } from '#application/support/settings';
import type { Scope } from '#domain/access/scope';
import { documentUnknown, DomainError } from '#domain/errors';

/** Operation 2.4. File and link are gone with the commit; the bytes are removed after the retention period. */
@Injectable()
export class DeleteFile {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly journal: ObjectJournal,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  async execute(scope: Scope, documentId: string, fileId: string): Promise<void> {
    const now = this.clock.now();
    await this.unitOfWork.run(
      async () => {
        const document = await this.documents.hold(scope, documentId);
        if (!document) throw documentUnknown();
        const keys = await this.documents.removeFile(scope, document, fileId, now);
        if (keys === null) throw new DomainError('FILE_UNKNOWN', [{ path: ['fileId'], code: 'UNKNOWN_ID' }]);
        await this.journal.condemn(document.clientId, keys, this.settings.deletedRetentionDays * DAY_MS, 'file deleted');
        await this.audit.record(scope.actor, document.clientId, 'file.delete', {
          documentId,
          levelId: scope.levelIdOf(document),
          files: [fileId],
        });
      },
      async () => (await this.documents.findFile(scope, fileId)) === null,
    );
  }
}
