import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { ArchiveStore } from '#application/ports/archive-store';
import { TypeOrmRateWindows } from '#infrastructure/typeorm/access/typeorm-rate-windows';
import { TypeOrmSubscriptions } from '#infrastructure/typeorm/access/typeorm-subscriptions';
import { TypeOrmArchiveStore } from '#infrastructure/typeorm/archive/typeorm-archive-store';
import { TypeOrmOperatorAccounts } from '#infrastructure/typeorm/archive/typeorm-operator-accounts';
import { TypeOrmStoredFiles } from '#infrastructure/typeorm/archive/typeorm-stored-files';
import { TypeOrmAuditTrail } from '#infrastructure/typeorm/audit/typeorm-audit-trail';
import { TypeOrmBillingLedger } from '#infrastructure/typeorm/billing/typeorm-billing-ledger';
import { TypeOrmBills } from '#infrastructure/typeorm/billing/typeorm-bills';
import { TypeOrmMetering } from '#infrastructure/typeorm/billing/typeorm-metering';
import { openDataSource, type Database } from '#infrastructure/typeorm/data-source';
import { TypeOrmDocumentRepository } from '#infrastructure/typeorm/documents/typeorm-document.repository';
import { TypeOrmDocumentSearch } from '#infrastructure/typeorm/documents/typeorm-document-search';
import { TypeOrmSharedFiles, TypeOrmShareRepository } from '#infrastructure/typeorm/documents/typeorm-share.repository';
import { migrate } from '#infrastructure/typeorm/migrate';
import { TypeOrmObjectJournal } from '#infrastructure/typeorm/files/typeorm-object-journal';
import { TypeOrmActivityRows } from '#infrastructure/typeorm/reports/typeorm-activity-rows';
import { TypeOrmReportRows } from '#infrastructure/typeorm/reports/typeorm-report-rows';
import { TypeOrmRetentionMark } from '#infrastructure/typeorm/retention/typeorm-retention-mark';
import { TypeOrmIdempotencyRecords } from '#infrastructure/typeorm/idempotency/typeorm-idempotency-records';
import { Sql } from '#infrastructure/typeorm/sql';
import { TypeOrmFileVersions } from '#infrastructure/typeorm/signatures/typeorm-file-versions';
import { TypeOrmSignatures } from '#infrastructure/typeorm/signatures/typeorm-signatures';
import { TypeOrmArchiveInstaller } from '#infrastructure/typeorm/structure/typeorm-archive-installer';
import { TypeOrmBoxes, TypeOrmSignatureOrigins } from '#infrastructure/typeorm/structure/typeorm-boxes';
import { TypeOrmListRows } from '#infrastructure/typeorm/structure/typeorm-list-rows';
import { TypeOrmStructureHold } from '#infrastructure/typeorm/structure/typeorm-structure-hold';
import { TypeOrmStructures } from '#infrastructure/typeorm/structure/typeorm-structures';
import { TypeOrmParticipants, TypeOrmWorkflows } from '#infrastructure/typeorm/workflows/typeorm-workflows';
import { TypeOrmWorkflowDefinitions } from '#infrastructure/typeorm/structure/typeorm-workflow-definitions';
import { TypeOrmUnitOfWork } from '#infrastructure/typeorm/typeorm-unit-of-work';
import { TypeOrmAccounts } from '#infrastructure/typeorm/users/typeorm-accounts';
import { TypeOrmSessions } from '#infrastructure/typeorm/users/typeorm-sessions';
import { TypeOrmPasswords, TypeOrmUsers } from '#infrastructure/typeorm/users/typeorm-users';
import { DEMO_ARCHIVE } from '#src/cli/demo/demo-archive';
import { Secret } from '#src/config';
import { PlainPasswords, SettableClock } from '../../fakes/small-fakes';
import { freshDatabase } from '../../support/fresh-database';
import { TenantTripwire } from '../../support/tenant-tripwire';
import type { Archive } from './archive';

/** An archive in a database, with what lies under its ports. */
export interface TypeOrmArchive extends Archive {
  dataSource: DataSource;
  sql: Sql;
  store: ArchiveStore;
}

/** The database's clock is what the statements take for it. */
class MovableSql extends Sql {
  aheadMs = 0;

  override get now(): string {
    return `(${super.now} + ${this.aheadMs})`;
  }
}

const AUDIT_KEY = createSecretKey(Buffer.alloc(32, 'audit'));

/** The adapters that the service uses, over one database; `remove` is called when they are closed. */
export async function typeOrmArchive(database: Database, empty: boolean, remove: () => Promise<void>): Promise<TypeOrmArchive> {
  const dataSource = await openDataSource(database);
  await migrate(dataSource);
  const unitOfWork = new TypeOrmUnitOfWork(dataSource);
  const sql = new MovableSql(dataSource, unitOfWork);
  const tripwire = new TenantTripwire(dataSource);
  const clock = new SettableClock();
  const installer = new TypeOrmArchiveInstaller(sql, unitOfWork, new PlainPasswords(), clock);
  if (!empty) await installer.install(DEMO_ARCHIVE);
  return {
    dataSource,
    sql,
    unitOfWork,
    installer,
    journal: new TypeOrmObjectJournal(sql),
    documents: new TypeOrmDocumentRepository(sql),
    fileVersions: new TypeOrmFileVersions(sql),
    signatures: new TypeOrmSignatures(sql, unitOfWork),
    search: new TypeOrmDocumentSearch(sql),
    shares: new TypeOrmShareRepository(sql, unitOfWork),
    sharedFiles: new TypeOrmSharedFiles(sql),
    listRows: new TypeOrmListRows(sql, unitOfWork, clock),
    activityRows: new TypeOrmActivityRows(sql),
    reportRows: new TypeOrmReportRows(sql, clock),
    calls: new TypeOrmIdempotencyRecords(sql, createSecretKey(randomBytes(32))),
    boxes: new TypeOrmBoxes(unitOfWork),
    signatureOrigins: new TypeOrmSignatureOrigins(unitOfWork),
    structures: new TypeOrmStructures(unitOfWork),
    structureHold: new TypeOrmStructureHold(sql, unitOfWork),
    accounts: new TypeOrmAccounts(sql, unitOfWork),
    sessions: new TypeOrmSessions(sql, unitOfWork),
    deactivate: (userId) => sql.write('UPDATE user_account SET active = 0 WHERE id = ?', [userId]),
    users: new TypeOrmUsers(sql, unitOfWork, clock),
    passwords: new TypeOrmPasswords(unitOfWork),
    audit: new TypeOrmAuditTrail(sql, clock, AUDIT_KEY),
    subscriptions: new TypeOrmSubscriptions(sql, unitOfWork),
    operatorAccounts: new TypeOrmOperatorAccounts(unitOfWork, clock),
    storedFiles: new TypeOrmStoredFiles(sql),
    store: new TypeOrmArchiveStore(sql, clock, dataSource),
    rateWindows: new TypeOrmRateWindows(sql),
    retentionMark: new TypeOrmRetentionMark(sql),
    bills: new TypeOrmBills(unitOfWork),
    ledger: new TypeOrmBillingLedger(sql, unitOfWork),
    metering: new TypeOrmMetering(sql),
    workflowDefinitions: new TypeOrmWorkflowDefinitions(unitOfWork),
    workflows: new TypeOrmWorkflows(sql, unitOfWork),
    participants: new TypeOrmParticipants(sql, clock),
    clock,
    setDefaultProfile: (clientId, profileId) => sql.write('UPDATE client SET default_profile_id = ? WHERE id = ?', [profileId, clientId]),
    changeStructure: (clientId) => sql.write('UPDATE client SET structure_version = structure_version + 1 WHERE id = ?', [clientId]),
    ageRateWindows: (ms) => sql.write('UPDATE rate_window SET started_at = started_at - ?', [ms]),
    databaseNow: async () => new Date((await sql.first<{ now: number }>(`SELECT ${sql.now} AS now`))!.now),
    moveDatabaseClock: (ms) => void (sql.aheadMs += ms),
    close: async () => {
      await dataSource.destroy();
      await remove();
      tripwire.expectNone();
    },
  };
}

export const sqliteArchive = async ({ empty = false } = {}): Promise<TypeOrmArchive> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'acervo-contract-'));
  return typeOrmArchive({ databaseUrl: null, databasePool: 1, dataDir }, empty, () => rm(dataDir, { recursive: true }));
};

/** A database of its own on a server that speaks the MySQL protocol. */
export function serverArchive(server: string): (options?: { empty?: boolean }) => Promise<TypeOrmArchive> {
  return async ({ empty = false } = {}) => {
    const database = await freshDatabase(server, 'contract');
    return typeOrmArchive({ databaseUrl: new Secret(database.url), databasePool: 10, dataDir: '' }, empty, database.drop);
  };
}
