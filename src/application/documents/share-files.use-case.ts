import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/clock';
import { ShareRepository } from '#application/ports/share.repository';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import { SharedDocuments, type SharedDocument } from './shared-documents';

/** Operation 4.8. A file that is shared already keeps its link and gets the new deadline. */
@Injectable()
export class ShareFiles {
  constructor(
    private readonly sharedDocuments: SharedDocuments,
    private readonly shares: ShareRepository,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, documentId: string, fileIds: readonly string[], expiresAt: Date | null): Promise<SharedDocument> {
    const now = this.clock.now();
    const { document, files } = await this.sharedDocuments.select(scope, documentId, fileIds);
    if (expiresAt !== null && expiresAt <= now) throw new DomainError('DEADLINE_PAST', [{ path: ['deadline'], code: 'OUT_OF_RANGE' }]);
    if (files.length === 0) throw new DomainError('NO_FILES');
    const ids = files.map((file) => file.id);
    const shares = await this.shares.share(scope, ids, expiresAt, now);
    return this.sharedDocuments.present(document, files, shares, now);
  }
}
