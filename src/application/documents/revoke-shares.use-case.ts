import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { ShareRepository } from '#application/ports/documents';
import type { Scope } from '#domain/access/scope';
import { DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import { isLive, SharedDocuments, type SharesInput } from './shared-documents';

/** Operation 4.6. All or nothing: a named file that is not shared refuses the call. */
@Injectable()
export class RevokeShares {
  constructor(
    private readonly sharedDocuments: SharedDocuments,
    private readonly shares: ShareRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, input: SharesInput): Promise<void> {
    const { fileIds, unread } = input;
    const now = this.clock.now();
    const { document, files, unknown } = await this.sharedDocuments.look(scope, input);
    if (!document) refuseAll(unread);
    if (!document) throw new DomainError('DOCUMENT_NOT_FOUND');
    const ids = files.map((file) => file.id);
    const live = new Set((await this.shares.of(scope, ids)).filter((share) => isLive(share, now)).map((share) => share.fileId));
    const dead = new Set(ids.filter((id) => !live.has(id)));
    const notShared = fileIds.flatMap((id, index): FieldProblem[] =>
      id !== null && dead.has(id) ? [{ path: ['fileIds', index], code: 'NOT_SHARED' }] : [],
    );
    if (unread.length > 0 || (unknown.length > 0 && notShared.length > 0)) refuseAll([...unread, ...unknown], notShared);
    if (unknown.length > 0) throw new DomainError('FILE_UNKNOWN', unknown);
    if (live.size === 0 || notShared.length > 0) throw new DomainError('NOTHING_SHARED', notShared);
    await this.unitOfWork.run(async () => {
      // Of two concurrent calls one removes the share; the other finds none.
      if ((await this.shares.revoke(scope, [...live], now)) < live.size) throw new DomainError('NOTHING_SHARED');
      await this.shares.revoke(scope, ids, now);
      const subject = { documentId: document.id, levelId: scope.levelIdOf(document), files: ids };
      await this.audit.record(scope.actor, scope.clientId, 'share.revoke', subject);
    });
  }
}
