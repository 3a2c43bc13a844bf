import { ListReports } from './list-reports.use-case';
import { ReportAccess } from './report-access';
import { Reports, REPORTS } from './reports';
import { RunReport } from './run-report.use-case';
import type { Report } from './report';

export const reportUseCases = [
  ListReports,
  RunReport,
  ReportAccess,
  ...REPORTS,
  { provide: Reports, useFactory: (...all: Report[]) => new Reports(...all), inject: REPORTS },
];
