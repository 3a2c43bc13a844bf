import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/unit-of-work';
import { ReportRows, type ReportedShare } from '#application/ports/reports';
import { ShareLinks } from '#application/ports/documents';
import { fileNameOf } from '#domain/files/file-name';
import type { ReportData } from '#domain/reports/report';
import type { ClientStructure } from '#domain/trees/client-structure';
import { BATCH_ROWS, inBatches, Report, Table } from '../report';
import type { ReportRequest } from '../report-request';

interface Live {
  share: ReportedShare;
  structure: ClientStructure;
  link: string;
}

const TABLE = new Table<Live>([
  ['link', ({ link }) => link],
  ['fileId', ({ share }) => share.fileId],
  ['fileName', ({ share }) => fileNameOf({ name: share.fileName, extension: share.extension })],
  ['documentCode', ({ share }) => share.documentCode],
  ['documentId', ({ share }) => share.documentId],
  ['levelPath', ({ share, structure }) => structure.levelByCode(share.nodeCode)?.node.path ?? ''],
  ['sharedAt', ({ share }) => share.createdAt],
  ['expiresAt', ({ share }) => share.expiresAt],
]);

/** Share links that open a file now. */
@Injectable()
export class ShareLinksReport extends Report {
  readonly id = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a07';
  readonly name = 'share-links';
  readonly kind = 'client';
  readonly needs = ['document:view', 'document:share'] as const;

  constructor(
    private readonly rows: ReportRows,
    private readonly links: ShareLinks,
    private readonly clock: Clock,
  ) {
    super();
  }

  open(request: ReportRequest): ReportData {
    return TABLE.of(this.live(request));
  }

  private async *live({ reach: { scopes, structure } }: ReportRequest): AsyncGenerator<Live[]> {
    const now = this.clock.now();
    const next = (after: ReportedShare | null) => this.rows.shares(scopes, structure.clientId, now, after, BATCH_ROWS);
    for await (const shares of inBatches<ReportedShare>(next)) {
      yield shares.map((share) => ({ share, structure, link: this.links.urlOf(share.id) }));
    }
  }
}
