import { Injectable } from '@nestjs/common';
import { WriteConflict } from '#application/support/errors';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { ShareRepository } from '#application/ports/documents';
import { NO_RECEIPT, type IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import type { Scope } from '#domain/access/scope';
import { DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import { SharedDocuments, type SharedDocument, type SharesInput } from './shared-documents';

export interface ShareFilesInput extends SharesInput {
  /** Null: no deadline. Undefined: that of the files that are shared already, and none for the others. */
  expiresAt: Date | null | undefined;
}

/** Operation 4.8. A file that is already shared keeps its link, and gets the new deadline if there is one. */
@Injectable()
export class ShareFiles {
  constructor(
    private readonly sharedDocuments: SharedDocuments,
    private readonly shares: ShareRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, input: ShareFilesInput, receipt: IdempotencyReceipt<SharedDocument> = NO_RECEIPT): Promise<SharedDocument> {
    const now = this.clock.now();
    await this.refuse(scope, input, now);
    return this.unitOfWork.run(
      async () => {
        const share = () => this.share(scope, input, now);
        // After a concurrent deletion the second attempt gives the same answer as if the deletion had come first.
        const { document, files, shares } = (await share()) ?? (await share()) ?? deletedMeanwhile();
        const shared = this.sharedDocuments.present(document, files, shares, now);
        await receipt.keep(shared);
        await this.audit.record(scope.actor, scope.clientId, 'share.create', {
          documentId: document.id,
          levelId: scope.levelIdOf(document),
          files: files.map(({ id }) => id),
        });
        return shared;
      },
      // Sharing is idempotent, so the whole transaction may be retried.
      async () => false,
    );
  }

  /** Refuses unreadable parts and a past deadline, together with all other problems. */
  private async refuse(scope: Scope, input: ShareFilesInput, now: Date): Promise<void> {
    const { expiresAt, unread } = input;
    const past: FieldProblem[] = expiresAt && expiresAt <= now ? [{ path: ['deadline'], code: 'OUT_OF_RANGE' }] : [];
    if (unread.length === 0 && past.length === 0) return;
    const { document, unknown } = await this.sharedDocuments.look(scope, input);
    if (!document && unread.length === 0) throw new DomainError('DOCUMENT_NOT_FOUND');
    if (unread.length > 0 || unknown.length > 0) refuseAll([...unread, ...unknown], past);
    throw new DomainError('DEADLINE_PAST', past);
  }

  /** Null: a file was deleted after it was read, and was not shared. */
  private async share(scope: Scope, input: ShareFilesInput, now: Date) {
    const { document, files } = await this.sharedDocuments.select(scope, input);
    if (files.length === 0) throw new DomainError('NO_FILES');
    const ids = files.map((file) => file.id);
    const shares = await this.shares.share(scope, ids, input.expiresAt, now);
    return shares.length < ids.length ? null : { document, files, shares };
  }
}

function deletedMeanwhile(): never {
  throw new WriteConflict('files were deleted meanwhile');
}
