import { Injectable } from '@nestjs/common';
import type { Actor } from '#domain/access/actor';
import { DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import type { ParameterValues } from '#domain/reports/parameters';
import type { ReportData } from '#domain/reports/report';
import type { Report } from './report';
import { ReportAccess, type ReportPlace } from './report-access';

export interface RunReportInput {
  place: ReportPlace;
  /** Null: it could not be read. */
  reportId: string | null;
  /** Called only for a report that the caller may run; the parameters of other reports are not read. */
  parametersOf: (report: Report) => { values: ParameterValues; problems: readonly FieldProblem[] };
  /** Problems of reading the request; reported together with the problems found here. */
  unread: readonly FieldProblem[];
}

export interface RunningReport extends ReportData {
  report: Report;
}

/** Operation 8.2. A report of the other kind, or without permission, is refused like an unknown one. */
@Injectable()
export class RunReport {
  constructor(private readonly access: ReportAccess) {}

  async execute(actor: Actor, { place, reportId, parametersOf, unread }: RunReportInput): Promise<RunningReport> {
    const found = (await this.access.runnable(actor, place)).find(({ report }) => report.id === reportId);
    const unknown: FieldProblem[] = found || reportId === null ? [] : [{ path: ['reportId'], code: 'UNKNOWN_ID' }];
    if (unread.length > 0 && !found) refuseAll([...unread, ...unknown]);
    if (!found) throw new DomainError('REPORT_UNKNOWN', unknown);
    const { report, reach } = found;
    const { values, problems } = parametersOf(report);
    refuseAll([...unread, ...problems]);
    return { report, ...report.open({ reach, parameters: values }) };
  }
}
