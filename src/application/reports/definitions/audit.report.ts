import { Injectable } from '@nestjs/common';
import { Sealer } from '#application/audit/sealer';
import { SealedEvents, type AuditFilter } from '#application/ports/sealed-events';
import type { SealedEvent } from '#domain/audit/audit-event';
import { optional } from '#domain/reports/parameters';
import type { ReportData } from '#domain/reports/report';
import { BATCH_ROWS, inBatches, Report, Table } from '../report';
import type { ReportRequest } from '../report-request';

const TABLE = new Table<SealedEvent>([
  ['sequence', ({ position }) => position],
  ['happenedAt', ({ at }) => at.getTime()],
  ['userId', ({ userId }) => userId],
  ['address', ({ address }) => address],
  ['requestId', ({ requestId }) => requestId],
  ['auditAction', ({ action }) => action],
  ['auditSubject', ({ subject }) => JSON.stringify(subject)],
]);

/** Who changed what, when and from where; newest first. Like the operation, it requires reach over the whole client. */
@Injectable()
export class AuditReport extends Report {
  readonly id = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a10';
  readonly name = 'audit';
  readonly kind = 'client';
  readonly needs = ['audit:view'] as const;
  override readonly ofWholeClient = true;
  override readonly parameters = [optional('from'), optional('until'), optional('userId')];

  constructor(
    private readonly events: SealedEvents,
    private readonly sealer: Sealer,
  ) {
    super();
  }

  open({ reach, parameters }: ReportRequest): ReportData {
    const [from, until, userId] = [parameters.get('from'), parameters.get('until'), parameters.get('userId')];
    const filter: AuditFilter = { ...(from && { from }), ...(until && { until }), ...(userId !== undefined && { userId }) };
    const [scope] = reach.scopes;
    const next = async (after: SealedEvent | null) => {
      if (!after) await this.sealer.settle();
      return this.events.page(scope, filter, after?.position ?? null, BATCH_ROWS);
    };
    return TABLE.of(inBatches(next));
  }
}
