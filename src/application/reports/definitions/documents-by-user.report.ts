import { Injectable } from '@nestjs/common';
import { ReportRows } from '#application/ports/reports';
import { optional } from '#domain/reports/parameters';
import type { ReportData } from '#domain/reports/report';
import { Report, Table } from '../report';
import { askedNodes, type ReportReach, type ReportRequest } from '../report-request';
import { placedDocuments, tallied, type Tally } from './document-rows';

const TABLE = new Table<Tally & { userName: string }>([
  ['userId', ({ createdBy }) => createdBy],
  ['userName', ({ userName }) => userName],
  ['levelPath', ({ structure, nodeCode }) => structure.levelByCode(nodeCode)?.node.path ?? ''],
  ['documentCount', ({ documents }) => documents],
  ['fileCount', ({ files }) => files],
]);

/** Number of documents filed by each user at each level; users of other clients and operators appear without a name. */
@Injectable()
export class DocumentsByUserReport extends Report {
  readonly id = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a02';
  readonly name = 'documents-by-user';
  readonly kind = 'client';
  readonly needs = ['document:view', 'user:manage'] as const;
  override readonly parameters = [optional('from'), optional('until'), optional('userId'), optional('levelId'), optional('withSublevels')];

  constructor(private readonly rows: ReportRows) {
    super();
  }

  open(request: ReportRequest): ReportData {
    const { reach, parameters } = request;
    const [createdFrom, createdUntil, createdBy] = [parameters.get('from'), parameters.get('until'), parameters.get('userId')];
    const documents = placedDocuments(this.rows, reach, {
      ...(createdFrom && { createdFrom }),
      ...(createdUntil && { createdUntil }),
      ...(createdBy !== undefined && { createdBy }),
      nodeCodes: askedNodes(request),
      // One index holds the documents of a user by code, another those of a period by time.
      order: createdBy === undefined && (createdFrom ?? createdUntil) ? 'created' : 'code',
    });
    return TABLE.of(
      this.named(
        reach,
        tallied(documents, (document) => `${document.createdBy} ${document.nodeCode}`),
      ),
    );
  }

  private async *named(reach: ReportReach, batches: AsyncIterable<readonly Tally[]>): AsyncGenerator<(Tally & { userName: string })[]> {
    for await (const tallies of batches) {
      const ids = [...new Set(tallies.map(({ createdBy }) => createdBy))];
      const names = ids.length === 0 ? new Map<string, string>() : await this.rows.userNames(reach.scopes, reach.structure.clientId, ids);
      yield tallies.map((tally) => ({ ...tally, userName: names.get(tally.createdBy) ?? '' }));
    }
  }
}
