import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TypeOrmRateWindows } from '#infrastructure/typeorm/access/typeorm-rate-windows';
import { TypeOrmSubscriptions } from '#infrastructure/typeorm/access/typeorm-subscriptions';
import { TypeOrmArchiveStore } from '#infrastructure/typeorm/provisioning/typeorm-archive-store';
import { TypeOrmOperatorAccounts } from '#infrastructure/typeorm/provisioning/typeorm-operator-accounts';
import { TypeOrmStoredFiles } from '#infrastructure/typeorm/provisioning/typeorm-stored-files';
import { TypeOrmBillingLedger } from '#infrastructure/typeorm/billing/typeorm-billing-ledger';
import { TypeOrmBills } from '#infrastructure/typeorm/billing/typeorm-bills';
import { TypeOrmMetering } from '#infrastructure/typeorm/billing/typeorm-metering';
import { Sealer } from '#application/audit/sealer';
import { VerifyTrail } from '#application/audit/verify-trail.use-case';
import { TimeZone } from '#application/support/time-zone';
import type { TextIndex } from '#application/ports/text-index';
import { openDataSource, type Database } from '#infrastructure/typeorm/data-source';
import { TypeOrmDocumentCounts } from '#infrastructure/typeorm/documents/typeorm-document-counts';
import { TypeOrmDocumentRepository } from '#infrastructure/typeorm/documents/typeorm-document.repository';
import { TypeOrmDocumentSearch } from '#infrastructure/typeorm/search/typeorm-document-search';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { PlainSearch } from './finder';
import { TypeOrmSharedFiles, TypeOrmShareRepository } from '#infrastructure/typeorm/documents/typeorm-share.repository';
import { TypeOrmTextIndex } from '#infrastructure/typeorm/documents/typeorm-text-index';
import { EventSeals } from '#infrastructure/typeorm/events/event-seals';
import { EventWitness } from '#infrastructure/typeorm/events/event-witness';
import { Tiles } from '#infrastructure/typeorm/events/tiles';
import { TypeOrmAuditTrail } from '#infrastructure/typeorm/events/typeorm-audit-trail';
import { TypeOrmEventErasure } from '#infrastructure/typeorm/events/typeorm-event-erasure';
import { TypeOrmEventPruning } from '#infrastructure/typeorm/events/typeorm-event-pruning';
import { TypeOrmEventSealing } from '#infrastructure/typeorm/events/typeorm-event-sealing';
import { TypeOrmSealKeys } from '#infrastructure/typeorm/events/typeorm-seal-keys';
import { TypeOrmSealedEvents } from '#infrastructure/typeorm/events/typeorm-sealed-events';
import { TypeOrmTrailAnchors } from '#infrastructure/typeorm/events/typeorm-trail-anchors';
import { TypeOrmTrailVerification } from '#infrastructure/typeorm/events/typeorm-trail-verification';
import { WriterGuard } from '#infrastructure/typeorm/events/writer-guard';
import { migrate } from '#infrastructure/typeorm/migrate';
import { TypeOrmObjectJournal } from '#infrastructure/typeorm/files/typeorm-object-journal';
import { TypeOrmActivityRows } from '#infrastructure/typeorm/reports/typeorm-activity-rows';
import { TypeOrmReportRows } from '#infrastructure/typeorm/reports/typeorm-report-rows';
import { TypeOrmPurge } from '#infrastructure/typeorm/retention/typeorm-purge';
import { TypeOrmRetentionMark } from '#infrastructure/typeorm/retention/typeorm-retention-mark';
import { TypeOrmIdempotencyRecords } from '#infrastructure/typeorm/idempotency/typeorm-idempotency-records';
import { Sql } from '#infrastructure/typeorm/sql';
import { TypeOrmFileWork } from '#infrastructure/typeorm/text-extraction/typeorm-file-work';
import { TypeOrmFileVersions } from '#infrastructure/typeorm/signatures/typeorm-file-versions';
import { TypeOrmSignatures } from '#infrastructure/typeorm/signatures/typeorm-signatures';
import { TypeOrmArchiveInstaller } from '#infrastructure/typeorm/structure/typeorm-archive-installer';
import { TypeOrmBoxes, TypeOrmSignatureOrigins } from '#infrastructure/typeorm/structure/typeorm-boxes';
import { TypeOrmListRows } from '#infrastructure/typeorm/lists/typeorm-list-rows';
import { TypeOrmStructureHold } from '#infrastructure/typeorm/structure/typeorm-structure-hold';
import { TypeOrmStructures } from '#infrastructure/typeorm/structure/typeorm-structures';
import { TypeOrmWebhookQueue } from '#infrastructure/typeorm/webhooks/typeorm-webhook-queue';
import { TypeOrmParticipants, TypeOrmWorkflows } from '#infrastructure/typeorm/workflows/typeorm-workflows';
import { TypeOrmWorkflowDefinitions } from '#infrastructure/typeorm/structure/typeorm-workflow-definitions';
import { TypeOrmUnitOfWork } from '#infrastructure/typeorm/typeorm-unit-of-work';
import { TypeOrmAccounts } from '#infrastructure/typeorm/users/typeorm-accounts';
import { TypeOrmApiKeys } from '#infrastructure/typeorm/users/typeorm-api-keys';
import { TypeOrmSavedViews } from '#infrastructure/typeorm/users/typeorm-saved-views';
import { TypeOrmSessions } from '#infrastructure/typeorm/users/typeorm-sessions';
import { TypeOrmPasswords, TypeOrmUsers } from '#infrastructure/typeorm/users/typeorm-users';
import { DEMO_ARCHIVE } from '#src/demo/demo-archive';
import { Secret } from '#src/config';
import { KeptDiagnostics, PlainPasswords, SettableClock } from '../../fakes/small-fakes';
import { freshDatabase } from '../../support/fresh-database';
import { TenantTripwire } from '../../support/tenant-tripwire';

/** The database's clock is what the statements take for it. */
class MovableSql extends Sql {
  aheadMs = 0;

  override get now(): string {
    return `(${super.now} + ${this.aheadMs})`;
  }
}

/** Threads take a second to start: those of an archive do all its verifications. */
class KeptTiles extends Tiles {
  override close(): Promise<void> {
    return Promise.resolve();
  }

  end(): Promise<void> {
    return super.close();
  }
}

const KEYS = [createSecretKey(Buffer.alloc(32, 'events')), createSecretKey(Buffer.alloc(32, 'seal'))] as const;

function trailOf(database: Database, sql: Sql, unitOfWork: TypeOrmUnitOfWork, clock: SettableClock, guarded = false) {
  const [seals, witness, diagnostics] = [new EventSeals(...KEYS), new EventWitness(), new KeptDiagnostics()];
  const sealing = new TypeOrmEventSealing(sql, unitOfWork, clock, seals, witness);
  const sealer = new Sealer(sealing, diagnostics);
  const tiles = new Map<number, KeptTiles>();
  const tilesOf = (threads: number) => {
    const kept = tiles.get(threads) ?? new KeptTiles(database, { events: KEYS[0], seal: KEYS[1] }, threads, 8);
    tiles.set(threads, kept);
    return kept;
  };
  const verification = new TypeOrmTrailVerification(sql, seals, tilesOf);
  return {
    audit: new TypeOrmAuditTrail(sql, unitOfWork, clock, seals, witness, guarded ? new WriterGuard(sql) : null),
    seals,
    sealKeys: new TypeOrmSealKeys(sql, unitOfWork, clock, seals, witness, sealing),
    sealing,
    sealer,
    events: new TypeOrmSealedEvents(sql, seals),
    erasure: new TypeOrmEventErasure(sql, seals),
    pruning: new TypeOrmEventPruning(sql),
    anchors: new TypeOrmTrailAnchors(sql, seals),
    verification,
    verifyTrail: new VerifyTrail(verification, sealer),
    endThreads: () => Promise.all([...tiles.values()].map((each) => each.end())),
  };
}

/** The adapters that the service uses, over one database; `remove` is called when they are closed. */
async function typeOrmArchive(database: Database, empty: boolean, remove: () => Promise<void>) {
  const dataSource = await openDataSource(database);
  await migrate(dataSource);
  const unitOfWork = new TypeOrmUnitOfWork(dataSource);
  const sql = new MovableSql(dataSource, unitOfWork);
  const tripwire = new TenantTripwire(dataSource);
  const clock = new SettableClock();
  const trail = trailOf(database, sql, unitOfWork, clock);
  const installer = new TypeOrmArchiveInstaller(sql, unitOfWork, new PlainPasswords(), clock, new TimeZone('America/Sao_Paulo'));
  if (!empty) await installer.install(DEMO_ARCHIVE);
  return {
    dataSource,
    sql,
    unitOfWork,
    installer,
    journal: new TypeOrmObjectJournal(sql),
    documents: new TypeOrmDocumentRepository(sql),
    documentCounts: new TypeOrmDocumentCounts(sql),
    fileVersions: new TypeOrmFileVersions(sql),
    fileWork: new TypeOrmFileWork(sql, new TypeOrmTextIndex(sql)),
    /** Where files that are stored are to be read. */
    readDocuments: new TypeOrmDocumentRepository(sql, { readFiles: true }),
    signatures: new TypeOrmSignatures(sql, unitOfWork),
    search: new PlainSearch(new TypeOrmDocumentSearch(sql, new TypeOrmTextIndex(sql))),
    documentSearch: new TypeOrmDocumentSearch(sql, new TypeOrmTextIndex(sql)),
    textIndex: new TypeOrmTextIndex(sql) as TextIndex,
    shares: new TypeOrmShareRepository(sql, unitOfWork),
    sharedFiles: new TypeOrmSharedFiles(sql),
    listRows: new TypeOrmListRows(sql, unitOfWork, clock),
    activityRows: new TypeOrmActivityRows(sql),
    reportRows: new TypeOrmReportRows(sql, clock),
    calls: new TypeOrmIdempotencyRecords(sql, createSecretKey(randomBytes(32))),
    boxes: new TypeOrmBoxes(unitOfWork, sql),
    signatureOrigins: new TypeOrmSignatureOrigins(unitOfWork),
    structures: new TypeOrmStructures(unitOfWork),
    structureHold: new TypeOrmStructureHold(sql, unitOfWork),
    accounts: new TypeOrmAccounts(sql, unitOfWork),
    apiKeys: new TypeOrmApiKeys(sql, unitOfWork),
    savedViews: new TypeOrmSavedViews(unitOfWork),
    sessions: new TypeOrmSessions(sql, unitOfWork),
    deactivate: (userId: string) => sql.write('UPDATE user_account SET active = 0 WHERE id = ?', [userId]),
    users: new TypeOrmUsers(sql, unitOfWork, clock),
    passwords: new TypeOrmPasswords(unitOfWork),
    ...trail,
    /** The trail as another process has it. */
    anotherTrail: (guarded = false) => trailOf(database, sql, unitOfWork, clock, guarded),
    subscriptions: new TypeOrmSubscriptions(sql, unitOfWork),
    operatorAccounts: new TypeOrmOperatorAccounts(unitOfWork, clock),
    storedFiles: new TypeOrmStoredFiles(sql),
    store: new TypeOrmArchiveStore(sql, unitOfWork, clock, dataSource),
    rateWindows: new TypeOrmRateWindows(sql),
    purge: new TypeOrmPurge(sql, new TypeOrmTextIndex(sql), new TimeZone('America/Sao_Paulo')),
    retentionMark: new TypeOrmRetentionMark(sql),
    webhookQueue: new TypeOrmWebhookQueue(sql, unitOfWork, createSecretKey(randomBytes(32))),
    bills: new TypeOrmBills(unitOfWork),
    ledger: new TypeOrmBillingLedger(sql, unitOfWork),
    metering: new TypeOrmMetering(sql),
    workflowDefinitions: new TypeOrmWorkflowDefinitions(unitOfWork),
    workflows: new TypeOrmWorkflows(sql, unitOfWork),
    participants: new TypeOrmParticipants(sql, clock),
    clock,
    setDefaultProfile: (clientId: string, profileId: string | null) =>
      sql.write('UPDATE client SET default_profile_id = ? WHERE id = ?', [profileId, idBytes(clientId)]),
    changeStructure: (clientId: string) =>
      sql.write('UPDATE client SET structure_version = structure_version + 1 WHERE id = ?', [idBytes(clientId)]),
    ageRateWindows: (ms: number) => sql.write('UPDATE rate_window SET started_at = started_at - ?', [ms]),
    databaseNow: async () => new Date((await sql.first<{ read_at: number }>(`SELECT ${sql.now} AS read_at`))!.read_at),
    moveDatabaseClock: (ms: number) => void (sql.aheadMs += ms),
    close: async () => {
      unitOfWork.onApplicationShutdown();
      await trail.endThreads();
      await dataSource.destroy();
      await remove();
      tripwire.expectNone();
    },
  };
}

export type Archive = Awaited<ReturnType<typeof typeOrmArchive>>;

const onSqlite = (dataDir: string, empty: boolean) =>
  typeOrmArchive({ databaseUrl: null, databasePool: 1, dataDir }, empty, () => rm(dataDir, { recursive: true }));
const freshFolder = () => mkdtemp(join(tmpdir(), 'acervo-contract-'));

/** A database file as the migrations make it, and one with the demo archive: made once, and copied for each archive. */
const files = new Map<boolean, Promise<Buffer>>();
async function fileOf(empty: boolean): Promise<Buffer> {
  const dataDir = await freshFolder();
  const archive = await onSqlite(dataDir, empty);
  const [{ file }] = (await archive.dataSource.query('PRAGMA database_list')) as [{ file: string }];
  await archive.dataSource.query('PRAGMA wal_checkpoint(TRUNCATE)');
  const bytes = await readFile(file);
  await archive.close();
  return bytes;
}

export async function sqliteArchive({ empty = false } = {}): Promise<Archive> {
  if (!files.has(empty)) files.set(empty, fileOf(empty));
  const dataDir = await freshFolder();
  await writeFile(join(dataDir, 'acervo.sqlite'), await files.get(empty)!);
  return onSqlite(dataDir, true);
}

/** A database of its own on a server that speaks the MySQL protocol. */
export function serverArchive(server: string): (options?: { empty?: boolean }) => Promise<Archive> {
  return async ({ empty = false } = {}) => {
    const database = await freshDatabase(server, 'contract');
    return typeOrmArchive({ databaseUrl: new Secret(database.url), databasePool: 10, dataDir: '' }, empty, database.drop);
  };
}
