import { Injectable } from '@nestjs/common';
import { ActivityRows, type ReportedFlow } from '#application/ports/reports';
import { Clock } from '#application/ports/unit-of-work';
import { optional } from '#domain/reports/parameters';
import type { ReportData } from '#domain/reports/report';
import { BATCH_ROWS, inBatches, Report, Table } from '../report';
import { activityAsked, type ReportRequest } from '../report-request';

const TABLE = new Table<ReportedFlow>([
  ['workflowCode', ({ code }) => code],
  ['workflowId', ({ id }) => id],
  ['workflowName', ({ definitionName }) => definitionName],
  ['workflowStatus', ({ status }) => status],
  ['startedAt', ({ startedAt }) => startedAt],
  ['endedAt', ({ endedAt }) => endedAt],
  ['taskName', ({ taskName }) => taskName],
  ['dueAt', ({ dueAt }) => dueAt],
  ['late', ({ late }) => late],
]);

/** Flows by status and delay; flows have no level, so callers who may see flows see all flows of the client. */
@Injectable()
export class WorkflowsReport extends Report {
  readonly id = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a16';
  readonly name = 'workflows';
  readonly kind = 'client';
  readonly needs = ['workflow:view'] as const;
  override readonly parameters = [optional('from'), optional('until'), optional('lateOnly')];

  constructor(
    private readonly rows: ActivityRows,
    private readonly clock: Clock,
  ) {
    super();
  }

  open(request: ReportRequest): ReportData {
    return TABLE.of(this.flows(request));
  }

  private async *flows(request: ReportRequest): AsyncGenerator<ReportedFlow[]> {
    const { reach, parameters } = request;
    const [asked, at, lateOnly] = [activityAsked(request), this.clock.now(), parameters.get('lateOnly') ?? false];
    const next = (after: ReportedFlow | null) => this.rows.flows(reach.scopes, asked, at, after, BATCH_ROWS);
    for await (const flows of inBatches<ReportedFlow>(next)) yield flows.filter(({ late }) => late || !lateOnly);
  }
}
