import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/unit-of-work';
import { ShareRepository } from '#application/ports/documents';
import type { Scope } from '#domain/access/scope';
import { SharedDocuments, type SharedDocument } from './shared-documents';

/** Operation 4.5. */
@Injectable()
export class ListShareLinks {
  constructor(
    private readonly sharedDocuments: SharedDocuments,
    private readonly shares: ShareRepository,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, documentId: string, fileIds: readonly string[]): Promise<SharedDocument> {
    const { document, files } = await this.sharedDocuments.select(scope, { documentId, fileIds });
    const shares = await this.shares.of(
      scope,
      files.map((file) => file.id),
    );
    return this.sharedDocuments.present(document, files, shares, this.clock.now());
  }
}
