import { Injectable } from '@nestjs/common';
import { WriteConflict } from '#application/errors';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock } from '#application/ports/clock';
import { ShareRepository } from '#application/ports/share.repository';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { NO_RECEIPT, type Receipt } from '#application/repeats/receipt';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import { SharedDocuments, type SharedDocument } from './shared-documents';

/** Operation 4.8. A file that is shared already keeps its link and gets the new deadline. */
@Injectable()
export class ShareFiles {
  constructor(
    private readonly sharedDocuments: SharedDocuments,
    private readonly shares: ShareRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(
    scope: Scope,
    documentId: string,
    fileIds: readonly string[],
    expiresAt: Date | null,
    receipt: Receipt<SharedDocument> = NO_RECEIPT,
  ): Promise<SharedDocument> {
    const now = this.clock.now();
    if (expiresAt !== null && expiresAt <= now) {
      await this.sharedDocuments.select(scope, documentId, fileIds);
      throw new DomainError('DEADLINE_PAST', [{ path: ['deadline'], code: 'OUT_OF_RANGE' }]);
    }
    return this.unitOfWork.run(
      async () => {
        const share = () => this.share(scope, documentId, fileIds, expiresAt, now);
        // The second look tells of the deletion what it would have told had it come first.
        const { document, files, shares } = (await share()) ?? (await share()) ?? deletedMeanwhile();
        const shared = this.sharedDocuments.present(document, files, shares, now);
        await receipt.keep(shared);
        await this.audit.record(scope.actor, scope.clientId, 'share.create', { documentId, files: files.map(({ id }) => id) });
        return shared;
      },
      // Sharing again changes nothing: the whole may be repeated.
      async () => false,
    );
  }

  /** Null: a file was deleted since it was looked for, and got no share. */
  private async share(scope: Scope, documentId: string, fileIds: readonly string[], expiresAt: Date | null, now: Date) {
    const { document, files } = await this.sharedDocuments.select(scope, documentId, fileIds);
    if (files.length === 0) throw new DomainError('NO_FILES');
    const ids = files.map((file) => file.id);
    const shares = await this.shares.share(scope, ids, expiresAt, now);
    return shares.length < ids.length ? null : { document, files, shares };
  }
}

function deletedMeanwhile(): never {
  throw new WriteConflict('files were deleted meanwhile');
}
