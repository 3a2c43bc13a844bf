import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/unit-of-work';
import { ReportRows } from '#application/ports/reports';
import { TimeZone } from '#application/support/time-zone';
import type { Day } from '#domain/documents/calendar';
import { optional, type Parameter } from '#domain/reports/parameters';
import type { ReportData } from '#domain/reports/report';
import { Report, Table } from '../report';
import { askedNodes, type ReportRequest } from '../report-request';
import { levelPath, placedDocuments, unitName, type PlacedDocument } from './document-rows';

const DAY_MS = 86_400_000;
const MOST_DAYS = 36_500;

const tableOf = (today: Day) =>
  new Table<PlacedDocument>([
    ['dueDay', ({ document }) => document.dueDay],
    ['overdue', ({ document }) => document.dueDay !== null && document.dueDay < today],
    ['documentCode', ({ document }) => document.code],
    ['documentId', ({ document }) => document.id],
    ['clientName', ({ structure }) => structure.clientName],
    ['levelPath', levelPath],
    ['unitName', unitName],
    ['documentStatus', ({ document }) => document.status],
    ['boxCode', ({ document }) => document.boxCode],
  ]);

/** Documents whose retention has ended or will end within some days; longest overdue first. */
@Injectable()
export class DocumentsDueReport extends Report {
  readonly id: string = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a05';
  readonly name: 'documents-due' | 'unit-documents-due' = 'documents-due';
  readonly kind: Report['kind'] = 'client';
  readonly needs = ['document:view'] as const;
  override readonly parameters: readonly Parameter[] = [
    optional('days', { min: 0, max: MOST_DAYS }),
    optional('levelId'),
    optional('withSublevels'),
  ];

  constructor(
    private readonly rows: ReportRows,
    private readonly clock: Clock,
    private readonly timeZone: TimeZone,
  ) {
    super();
  }

  open(request: ReportRequest): ReportData {
    const today = this.timeZone.iso(this.clock.now()).slice(0, 10);
    const last = Date.parse(today) + (request.parameters.get('days') ?? 0) * DAY_MS;
    const dueUntil = new Date(last).toISOString().slice(0, 10);
    return tableOf(today).of(placedDocuments(this.rows, request.reach, { dueUntil, nodeCodes: askedNodes(request), order: 'due' }));
  }
}

@Injectable()
export class UnitDocumentsDueReport extends DocumentsDueReport {
  override readonly id = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a13';
  override readonly name = 'unit-documents-due';
  override readonly kind = 'unit';
  override readonly parameters = [optional('days', { min: 0, max: MOST_DAYS })];
}
