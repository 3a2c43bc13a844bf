import { AuditReport } from './definitions/audit.report';
import { BoxesReport, UnitBoxesReport } from './definitions/boxes.report';
import { DocumentsByLevelReport } from './definitions/documents-by-level.report';
import { DocumentsByUserReport } from './definitions/documents-by-user.report';
import { DocumentsDueReport, UnitDocumentsDueReport } from './definitions/documents-due.report';
import { ListRowsReport } from './definitions/list-rows.report';
import { ShareLinksReport } from './definitions/share-links.report';
import { SignaturesReport } from './definitions/signatures.report';
import { StorageByLevelReport, UnitStorageReport } from './definitions/storage.report';
import { StructureReport, UnitStructureReport } from './definitions/structure.report';
import { UsersReport } from './definitions/users.report';
import { WorkflowsReport } from './definitions/workflows.report';
import type { Report } from './report';

/** In the order of operation 8.1. A new report is a new class and an entry here. */
export const REPORTS = [
  DocumentsByLevelReport,
  DocumentsByUserReport,
  StorageByLevelReport,
  BoxesReport,
  DocumentsDueReport,
  ListRowsReport,
  ShareLinksReport,
  SignaturesReport,
  WorkflowsReport,
  UsersReport,
  StructureReport,
  AuditReport,
  UnitStorageReport,
  UnitBoxesReport,
  UnitDocumentsDueReport,
  UnitStructureReport,
];

/** All definitions. */
export class Reports {
  readonly all: readonly Report[];

  constructor(...all: Report[]) {
    this.all = all;
  }
}
