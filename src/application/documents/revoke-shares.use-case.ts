import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock } from '#application/ports/clock';
import { ShareRepository } from '#application/ports/share.repository';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import { isLive, SharedDocuments } from './shared-documents';

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

  async execute(scope: Scope, documentId: string, fileIds: readonly string[]): Promise<void> {
    const now = this.clock.now();
    const { files } = await this.sharedDocuments.select(scope, documentId, fileIds);
    const ids = files.map((file) => file.id);
    const live = new Set((await this.shares.of(scope, ids)).filter((share) => isLive(share, now)).map((share) => share.fileId));
    const notShared = fileIds.flatMap((id, index) => (live.has(id) ? [] : [index]));
    if (live.size === 0 || notShared.length > 0) {
      throw new DomainError(
        'NOTHING_SHARED',
        notShared.map((index) => ({ path: ['fileIds', index], code: 'NOT_SHARED' as const })),
      );
    }
    await this.unitOfWork.run(async () => {
      // Another call may have been first: of two, one removes the sharing, the other finds none.
      if ((await this.shares.revoke(scope, [...live], now)) < live.size) throw new DomainError('NOTHING_SHARED');
      await this.shares.revoke(scope, ids, now);
      await this.audit.record(scope.actor, scope.clientId, 'share.revoke', { documentId, files: ids });
    });
  }
}
