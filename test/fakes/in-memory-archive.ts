import { DEMO_ARCHIVE } from '#src/cli/demo/demo-archive';
import { InMemoryAccounts } from './in-memory-accounts';
import { InMemoryArchiveInstaller } from './in-memory-archive-installer';
import { InMemoryAuditTrail } from './in-memory-audit-trail';
import { InMemoryBillingLedger, InMemoryBills, InMemoryMetering } from './in-memory-billing';
import { InMemoryBoxes, InMemorySignatureOrigins } from './in-memory-boxes';
import { InMemoryDatabase } from './in-memory-database';
import { InMemoryDocumentSearch } from './in-memory-document-search';
import { InMemoryDocuments } from './in-memory-documents';
import { InMemoryFileVersions } from './in-memory-file-versions';
import { InMemoryListRows } from './in-memory-list-rows';
import { InMemoryObjectJournal } from './in-memory-object-journal';
import { InMemoryOperatorAccounts } from './in-memory-operator-accounts';
import { InMemoryRateWindows } from './in-memory-rate-windows';
import { InMemoryActivityRows } from './in-memory-activity-rows';
import { InMemoryReportRows } from './in-memory-report-rows';
import { InMemoryIdempotencyRecords } from './in-memory-repeatable-calls';
import { InMemoryRetentionMark } from './in-memory-retention-mark';
import { InMemorySessions } from './in-memory-sessions';
import { InMemorySharedFiles, InMemoryShares } from './in-memory-shares';
import { InMemoryStoredFiles } from './in-memory-stored-files';
import { InMemoryStructureHold } from './in-memory-structure-hold';
import { InMemorySignatures } from './in-memory-signatures';
import { InMemoryStructures } from './in-memory-structures';
import { InMemorySubscriptions } from './in-memory-subscriptions';
import { InMemoryUnitOfWork } from './in-memory-unit-of-work';
import { InMemoryPasswords, InMemoryUsers } from './in-memory-users';
import { InMemoryParticipants, InMemoryWorkflows } from './in-memory-workflows';
import { InMemoryWorkflowDefinitions } from './in-memory-workflow-definitions';
import { PlainPasswords, SettableClock } from './small-fakes';

/** All database ports of one archive, in memory; with the demo archive's structure unless it is to be empty. */
export async function inMemoryArchive({ empty = false } = {}) {
  const [database, clock] = [new InMemoryDatabase(), new SettableClock()];
  const installer = new InMemoryArchiveInstaller(database, new PlainPasswords(), clock);
  if (!empty) await installer.install(DEMO_ARCHIVE);
  return {
    database,
    clock,
    installer,
    unitOfWork: new InMemoryUnitOfWork(database),
    journal: new InMemoryObjectJournal(database),
    documents: new InMemoryDocuments(database),
    fileVersions: new InMemoryFileVersions(database),
    signatures: new InMemorySignatures(database),
    search: new InMemoryDocumentSearch(database),
    shares: new InMemoryShares(database),
    sharedFiles: new InMemorySharedFiles(database),
    listRows: new InMemoryListRows(database),
    activityRows: new InMemoryActivityRows(database),
    reportRows: new InMemoryReportRows(database),
    calls: new InMemoryIdempotencyRecords(database),
    boxes: new InMemoryBoxes(database),
    signatureOrigins: new InMemorySignatureOrigins(database),
    structures: new InMemoryStructures(database),
    structureHold: new InMemoryStructureHold(database),
    accounts: new InMemoryAccounts(database),
    sessions: new InMemorySessions(database),
    users: new InMemoryUsers(database),
    passwords: new InMemoryPasswords(database),
    audit: new InMemoryAuditTrail(database, clock),
    subscriptions: new InMemorySubscriptions(database),
    operatorAccounts: new InMemoryOperatorAccounts(database, clock),
    storedFiles: new InMemoryStoredFiles(database),
    rateWindows: new InMemoryRateWindows(database),
    retentionMark: new InMemoryRetentionMark(database),
    bills: new InMemoryBills(database),
    ledger: new InMemoryBillingLedger(database),
    metering: new InMemoryMetering(database, clock.now()),
    workflows: new InMemoryWorkflows(database),
    participants: new InMemoryParticipants(database, clock),
    workflowDefinitions: new InMemoryWorkflowDefinitions(database),
    setDefaultProfile: (clientId: string, profileId: string | null) =>
      database.write(({ profiles, defaultProfiles }) => {
        if (profileId === null) defaultProfiles.delete(clientId);
        else defaultProfiles.set(clientId, profiles.get(profileId)!);
      }),
    changeStructure: (clientId: string) =>
      database.write(({ structures }) => {
        const now = structures.get(clientId)!;
        structures.set(
          clientId,
          Object.assign(Object.create(Object.getPrototypeOf(now) as object), now, { version: now.version + 1 }) as typeof now,
        );
      }),
    ageRateWindows: async (ms: number) => database.advanceClock(ms),
    deactivate: (userId: string) =>
      database.write(({ accounts }) => {
        const account = accounts.get(userId);
        if (account) accounts.set(userId, { ...account, active: false });
      }),
    databaseNow: async () => new Date(database.now()),
    moveDatabaseClock: (ms: number) => database.advanceClock(ms),
    close: async () => undefined,
  };
}

export type InMemoryArchive = Awaited<ReturnType<typeof inMemoryArchive>>;
