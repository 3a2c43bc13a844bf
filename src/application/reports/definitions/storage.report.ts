import { Injectable } from '@nestjs/common';
import { ReportRows } from '#application/ports/reports';
import { optional, type Parameter } from '#domain/reports/parameters';
import type { ReportData } from '#domain/reports/report';
import { Report, Table } from '../report';
import { askedNodes, type ReportRequest } from '../report-request';
import { placedDocuments, tallied, unitNameIn, type Tally } from './document-rows';

const nodeOf = ({ structure, nodeCode }: Tally) => structure.levelByCode(nodeCode)?.node;

const TABLE = new Table<Tally>([
  ['clientName', ({ structure }) => structure.clientName],
  ['unitName', ({ structure, unitId }) => unitNameIn(structure, unitId)],
  ['levelId', (tally) => nodeOf(tally)?.id ?? null],
  ['levelPath', (tally) => nodeOf(tally)?.path ?? ''],
  ['documentCount', ({ documents }) => documents],
  ['fileCount', ({ files }) => files],
  ['bytes', ({ bytes }) => bytes],
]);

/** Documents, files and bytes at each level, per unit; levels without documents are left out. */
@Injectable()
export class StorageByLevelReport extends Report {
  readonly id: string = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a03';
  readonly name: 'storage-by-level' | 'unit-storage' = 'storage-by-level';
  readonly kind: Report['kind'] = 'client';
  readonly needs = ['document:view', 'file:view'] as const;
  override readonly parameters: readonly Parameter[] = [optional('levelId'), optional('withSublevels')];

  constructor(private readonly rows: ReportRows) {
    super();
  }

  open(request: ReportRequest): ReportData {
    const documents = placedDocuments(this.rows, request.reach, { nodeCodes: askedNodes(request), order: 'code' });
    return TABLE.of(tallied(documents, ({ unitId, nodeCode }) => `${unitId} ${nodeCode}`));
  }
}

@Injectable()
export class UnitStorageReport extends StorageByLevelReport {
  override readonly id = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a11';
  override readonly name = 'unit-storage';
  override readonly kind = 'unit';
  override readonly parameters = [];
}
