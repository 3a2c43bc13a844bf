import { Injectable } from '@nestjs/common';
import { ReportRows } from '#application/ports/reports';
import { mandatory, optional } from '#domain/reports/parameters';
import type { ReportData } from '#domain/reports/report';
import { Report, Table } from '../report';
import { askedNodes, type ReportRequest } from '../report-request';
import { levelPath, placedDocuments, unitName, type PlacedDocument } from './document-rows';

const TABLE = new Table<PlacedDocument>([
  ['documentCode', ({ document }) => document.code],
  ['documentId', ({ document }) => document.id],
  ['levelPath', levelPath],
  ['unitName', unitName],
  ['documentStatus', ({ document }) => document.status],
  ['createdAt', ({ document }) => document.createdAt],
  ['boxCode', ({ document }) => document.boxCode],
  ['dueDay', ({ document }) => document.dueDay],
  ['fileCount', ({ document }) => document.fileCount],
]);

/** Documents filed in a period, oldest first. */
@Injectable()
export class DocumentsByLevelReport extends Report {
  readonly id = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a01';
  readonly name = 'documents-by-level';
  readonly kind = 'client';
  readonly needs = ['document:view'] as const;
  override readonly parameters = [mandatory('from'), mandatory('until'), optional('levelId'), optional('withSublevels')];

  constructor(private readonly rows: ReportRows) {
    super();
  }

  open(request: ReportRequest): ReportData {
    const { reach, parameters } = request;
    const period = { createdFrom: parameters.require('from'), createdUntil: parameters.require('until') };
    return TABLE.of(placedDocuments(this.rows, reach, { ...period, nodeCodes: askedNodes(request), order: 'created' }));
  }
}
