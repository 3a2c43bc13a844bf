import type { Accounts } from '#application/ports/accounts';
import type { AuditTrail } from '#application/ports/audit-trail';
import type { ArchiveInstaller } from '#application/ports/archive-installer';
import type { BillingLedger, Bills } from '#application/ports/bills';
import type { Boxes, SignatureOrigins } from '#application/ports/boxes';
import type { DocumentSearch } from '#application/ports/document-search';
import type { DocumentRepository } from '#application/ports/document.repository';
import type { FileVersions } from '#application/ports/file-versions';
import type { ListRows } from '#application/ports/list-rows';
import type { Metering } from '#application/ports/metering';
import type { ObjectJournal } from '#application/ports/object-journal';
import type { OperatorAccounts } from '#application/ports/operator-accounts';
import type { RateWindows } from '#application/ports/rate-windows';
import type { ActivityRows } from '#application/ports/activity-rows';
import type { ReportRows } from '#application/ports/report-rows';
import type { IdempotencyRecords } from '#application/ports/idempotency-records';
import type { RetentionMark } from '#application/ports/retention-mark';
import type { Sessions } from '#application/ports/sessions';
import type { SharedFiles, ShareRepository } from '#application/ports/share.repository';
import type { StoredFiles } from '#application/ports/stored-files';
import type { StructureHold } from '#application/ports/structure-hold';
import type { Signatures } from '#application/ports/signatures';
import type { Structures } from '#application/ports/structures';
import type { Subscriptions } from '#application/ports/subscriptions';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import type { Passwords, Users } from '#application/ports/users';
import type { Participants, Workflows } from '#application/ports/workflows';
import type { WorkflowDefinitions } from '#application/ports/workflow-definitions';
import type { SettableClock } from '../../fakes/small-fakes';

/** The ports of one archive that keep their state in its database. */
export interface Archive {
  unitOfWork: UnitOfWork;
  journal: ObjectJournal;
  documents: DocumentRepository;
  fileVersions: FileVersions;
  signatures: Signatures;
  search: DocumentSearch;
  shares: ShareRepository;
  sharedFiles: SharedFiles;
  listRows: ListRows;
  activityRows: ActivityRows;
  reportRows: ReportRows;
  calls: IdempotencyRecords;
  boxes: Boxes;
  signatureOrigins: SignatureOrigins;
  structures: Structures;
  structureHold: StructureHold;
  accounts: Accounts;
  sessions: Sessions;
  users: Users;
  passwords: Passwords;
  audit: AuditTrail;
  subscriptions: Subscriptions;
  rateWindows: RateWindows;
  retentionMark: RetentionMark;
  bills: Bills;
  ledger: BillingLedger;
  metering: Metering;
  workflowDefinitions: WorkflowDefinitions;
  workflows: Workflows;
  participants: Participants;
  /** The application's. */
  clock: SettableClock;
  installer: ArchiveInstaller;
  operatorAccounts: OperatorAccounts;
  storedFiles: StoredFiles;
  /** For which there is no port yet. */
  deactivate(userId: string): Promise<unknown>;
  /** As if another structure had been applied to the client. */
  changeStructure(clientId: string): Promise<unknown>;
  setDefaultProfile(clientId: string, profileId: string | null): Promise<unknown>;
  /** As if so much time had passed since they began. */
  ageRateWindows(ms: number): Promise<unknown>;
  /** The database's clock, and as if it had jumped. */
  databaseNow(): Promise<Date>;
  moveDatabaseClock(ms: number): void;
  close(): Promise<void>;
}

/** A new archive of its own: with the demo archive's structure and users, without documents; or with nothing at all. */
export type ArchiveFactory = (options?: { empty?: boolean }) => Promise<Archive>;

export type ArchiveContract = (implementation: string, open: ArchiveFactory) => void;
