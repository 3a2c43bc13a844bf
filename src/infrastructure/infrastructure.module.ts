import { createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import { Global, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Registry } from 'prom-client';
import { AccessTokenTerms } from '#application/auth/access-token-terms';
import { Readiness } from '#application/health/readiness';
import { Accounts } from '#application/ports/accounts';
import { ArchiveInstaller } from '#application/ports/archive-installer';
import { ArchiveStore } from '#application/ports/archive-store';
import { AuditTrail } from '#application/ports/audit-trail';
import { BillingLedger, Bills } from '#application/ports/bills';
import { Boxes, SignatureOrigins } from '#application/ports/boxes';
import { ClientRecords } from '#application/ports/client-records';
import { Clock } from '#application/ports/clock';
import { Diagnostics } from '#application/ports/diagnostics';
import { DocumentSearch } from '#application/ports/document-search';
import { DocumentRepository } from '#application/ports/document.repository';
import { FileStorage } from '#application/ports/file-storage';
import { ListRows } from '#application/ports/list-rows';
import { FileVersions } from '#application/ports/file-versions';
import { Metering } from '#application/ports/metering';
import { ObjectJournal } from '#application/ports/object-journal';
import { OperatorAccounts } from '#application/ports/operator-accounts';
import { PdfForms } from '#application/ports/pdf-forms';
import { PdfSigner } from '#application/ports/pdf-signer';
import { RateWindows } from '#application/ports/rate-windows';
import { RetentionMark } from '#application/ports/retention-mark';
import { RemoteFiles } from '#application/ports/remote-files';
import { ActivityRows } from '#application/ports/activity-rows';
import { ReportRows } from '#application/ports/report-rows';
import { IdempotencyRecords } from '#application/ports/idempotency-records';
import { PasswordHasher, Tokens } from '#application/ports/secrets';
import { Sessions } from '#application/ports/sessions';
import { ShareLinks } from '#application/ports/share-links';
import { SharedFiles, ShareRepository } from '#application/ports/share.repository';
import { Counters } from '#application/ports/counters';
import { StoredFiles } from '#application/ports/stored-files';
import { Signatures } from '#application/ports/signatures';
import { StructureHold } from '#application/ports/structure-hold';
import { Structures } from '#application/ports/structures';
import { Subscriptions } from '#application/ports/subscriptions';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { Passwords, Users } from '#application/ports/users';
import { XmlCheck } from '#application/ports/xml-check';
import { WorkflowDefinitions } from '#application/ports/workflow-definitions';
import { WorkflowDiagrams } from '#application/ports/workflow-diagrams';
import { Participants, Workflows } from '#application/ports/workflows';
import { Settings } from '#application/settings';
import { RequestLog } from '#application/telemetry/request-log';
import { Tracing } from '#application/telemetry/tracing';
import { TimeZone } from '#application/time-zone';
import { CONFIG, type Config } from '#src/config';
import { Argon2PasswordHasher } from './argon2/argon2-password-hasher';
import { BpmnDiagrams } from './bpmn/bpmn-diagrams';
import { ClockSkew } from './dependencies/clock-skew';
import { DependencyReadiness } from './dependencies/dependency-readiness';
import { HmacShareLinks } from './keys/hmac-share-links';
import { JwtTokens } from './keys/jwt-tokens';
import { Keys, loadKeys } from './keys/key-files';
import { LocalFileStorage } from './local-files/local-file-storage';
import { LogDiagnostics } from './logging/log-diagnostics';
import { createLogger, PinoLogger } from './logging/pino-logger';
import { PinoRequestLog } from './logging/pino-request-log';
import { WorkerPdfForms } from './pdf-forms/worker-pdf-forms';
import { SafeRemoteFiles } from './remote-files/safe-remote-files';
import { S3FileStorage } from './s3/s3-file-storage';
import { SigningIdentities } from './signing/signing-identities';
import { WorkerPdfSigner } from './signing/worker-pdf-signer';
import { SystemClock } from './system-clock';
import { openTracing } from './telemetry/open-tracing';
import { StoreTelemetry } from './telemetry/store-telemetry';
import { observeStatements } from './typeorm/statement-telemetry';
import { TypeOrmArchiveStore } from './typeorm/archive/typeorm-archive-store';
import { TypeOrmClientRecords } from './typeorm/archive/typeorm-client-records';
import { TypeOrmOperatorAccounts } from './typeorm/archive/typeorm-operator-accounts';
import { TypeOrmCounters } from './typeorm/archive/typeorm-counters';
import { TypeOrmStoredFiles } from './typeorm/archive/typeorm-stored-files';
import { TypeOrmRateWindows } from './typeorm/access/typeorm-rate-windows';
import { TypeOrmSubscriptions } from './typeorm/access/typeorm-subscriptions';
import { TypeOrmAuditTrail } from './typeorm/audit/typeorm-audit-trail';
import { TypeOrmBillingLedger } from './typeorm/billing/typeorm-billing-ledger';
import { TypeOrmBills } from './typeorm/billing/typeorm-bills';
import { TypeOrmMetering } from './typeorm/billing/typeorm-metering';
import { openDataSource } from './typeorm/data-source';
import { TypeOrmDocumentRepository } from './typeorm/documents/typeorm-document.repository';
import { TypeOrmDocumentSearch } from './typeorm/documents/typeorm-document-search';
import { TypeOrmSharedFiles, TypeOrmShareRepository } from './typeorm/documents/typeorm-share.repository';
import { TypeOrmObjectJournal } from './typeorm/files/typeorm-object-journal';
import { TypeOrmActivityRows } from './typeorm/reports/typeorm-activity-rows';
import { TypeOrmReportRows } from './typeorm/reports/typeorm-report-rows';
import { TypeOrmIdempotencyRecords } from './typeorm/idempotency/typeorm-idempotency-records';
import { Sql } from './typeorm/sql';
import { TypeOrmFileVersions } from './typeorm/signatures/typeorm-file-versions';
import { TypeOrmSignatures } from './typeorm/signatures/typeorm-signatures';
import { TypeOrmArchiveInstaller } from './typeorm/structure/typeorm-archive-installer';
import { TypeOrmBoxes, TypeOrmSignatureOrigins } from './typeorm/structure/typeorm-boxes';
import { TypeOrmListRows } from './typeorm/structure/typeorm-list-rows';
import { TypeOrmStructureHold } from './typeorm/structure/typeorm-structure-hold';
import { TypeOrmStructures } from './typeorm/structure/typeorm-structures';
import { SaxXmlCheck } from './xml/sax-xml-check';
import { TypeOrmWorkflowDefinitions } from './typeorm/structure/typeorm-workflow-definitions';
import { TypeOrmUnitOfWork } from './typeorm/typeorm-unit-of-work';
import { TypeOrmParticipants, TypeOrmWorkflows } from './typeorm/workflows/typeorm-workflows';
import { TypeOrmAccounts } from './typeorm/users/typeorm-accounts';
import { TypeOrmRetentionMark } from './typeorm/retention/typeorm-retention-mark';
import { TypeOrmSessions } from './typeorm/users/typeorm-sessions';
import { TypeOrmPasswords, TypeOrmUsers } from './typeorm/users/typeorm-users';
import { WorkerJobs } from './workers/worker-jobs';

const TECHNICAL: Provider[] = [
  { provide: Keys, useFactory: loadKeys, inject: [CONFIG] },
  { provide: PinoLogger, useFactory: createLogger, inject: [CONFIG] },
  { provide: RequestLog, useClass: PinoRequestLog },
  { provide: Registry, useFactory: () => new Registry() },
  { provide: Tracing, useFactory: openTracing, inject: [CONFIG, Diagnostics] },
  {
    provide: DataSource,
    useFactory: async (config: Config, registry: Registry, tracing: Tracing) =>
      observeStatements(await openDataSource(config), registry, tracing),
    inject: [CONFIG, Registry, Tracing],
  },
  TypeOrmUnitOfWork,
  Sql,
  { provide: Settings, useExisting: CONFIG },
  { provide: TimeZone, useFactory: ({ timeZone }: Config) => new TimeZone(timeZone), inject: [CONFIG] },
  { provide: WorkerJobs, useFactory: () => new WorkerJobs() },
];

const ADAPTERS: Provider[] = [
  // `useExisting`: a second unit of work would know nothing of the first one's transactions.
  { provide: UnitOfWork, useExisting: TypeOrmUnitOfWork },
  { provide: Accounts, useClass: TypeOrmAccounts },
  { provide: ArchiveInstaller, useClass: TypeOrmArchiveInstaller },
  { provide: ArchiveStore, useClass: TypeOrmArchiveStore },
  {
    provide: AuditTrail,
    useFactory: (sql: Sql, clock: Clock, keys: Keys) => new TypeOrmAuditTrail(sql, clock, keys.audit),
    inject: [Sql, Clock, Keys],
  },
  { provide: BillingLedger, useClass: TypeOrmBillingLedger },
  { provide: Bills, useClass: TypeOrmBills },
  { provide: Boxes, useClass: TypeOrmBoxes },
  { provide: ClientRecords, useClass: TypeOrmClientRecords },
  { provide: Clock, useClass: SystemClock },
  { provide: Diagnostics, useClass: LogDiagnostics },
  ClockSkew,
  { provide: DocumentRepository, useClass: TypeOrmDocumentRepository },
  { provide: Counters, useClass: TypeOrmCounters },
  { provide: DocumentSearch, useClass: TypeOrmDocumentSearch },
  {
    provide: FileStorage,
    useFactory: (config: Config, registry: Registry, tracing: Tracing, diagnostics: Diagnostics, skew: ClockSkew) => {
      const problem = (where: string, error: unknown) => diagnostics.problem(where, error);
      const telemetry = new StoreTelemetry(registry, tracing, problem, (aheadMs) => skew.observe('store', aheadMs));
      return config.s3 ? new S3FileStorage(config.s3, telemetry) : LocalFileStorage.open(join(config.dataDir, 'files'), telemetry);
    },
    inject: [CONFIG, Registry, Tracing, Diagnostics, ClockSkew],
  },
  { provide: FileVersions, useClass: TypeOrmFileVersions },
  { provide: ListRows, useClass: TypeOrmListRows },
  { provide: Metering, useClass: TypeOrmMetering },
  { provide: ObjectJournal, useClass: TypeOrmObjectJournal },
  { provide: OperatorAccounts, useClass: TypeOrmOperatorAccounts },
  { provide: PasswordHasher, useFactory: ({ loginQueue }: Config) => new Argon2PasswordHasher(loginQueue), inject: [CONFIG] },
  { provide: PdfForms, useClass: WorkerPdfForms },
  { provide: Readiness, useClass: DependencyReadiness },
  { provide: RemoteFiles, useFactory: (config: Config) => new SafeRemoteFiles(config), inject: [CONFIG] },
  {
    provide: PdfSigner,
    useFactory: (config: Config, jobs: WorkerJobs, diagnostics: Diagnostics) =>
      new WorkerPdfSigner(new SigningIdentities(config, jobs, diagnostics), jobs, diagnostics, config),
    inject: [CONFIG, WorkerJobs, Diagnostics],
  },
  { provide: Passwords, useClass: TypeOrmPasswords },
  { provide: RateWindows, useClass: TypeOrmRateWindows },
  { provide: RetentionMark, useClass: TypeOrmRetentionMark },
  {
    provide: IdempotencyRecords,
    useFactory: (sql: Sql, keys: Keys) => new TypeOrmIdempotencyRecords(sql, keys.answers),
    inject: [Sql, Keys],
  },
  { provide: ActivityRows, useClass: TypeOrmActivityRows },
  { provide: ReportRows, useClass: TypeOrmReportRows },
  { provide: Sessions, useClass: TypeOrmSessions },
  { provide: ShareLinks, useFactory: (keys: Keys, { shareUrl }: Config) => new HmacShareLinks(keys, shareUrl), inject: [Keys, CONFIG] },
  { provide: ShareRepository, useClass: TypeOrmShareRepository },
  { provide: SharedFiles, useClass: TypeOrmSharedFiles },
  { provide: Signatures, useClass: TypeOrmSignatures },
  { provide: SignatureOrigins, useClass: TypeOrmSignatureOrigins },
  { provide: StoredFiles, useClass: TypeOrmStoredFiles },
  { provide: StructureHold, useClass: TypeOrmStructureHold },
  { provide: Structures, useClass: TypeOrmStructures },
  { provide: Subscriptions, useClass: TypeOrmSubscriptions },
  {
    provide: AccessTokenTerms,
    useFactory: (keys: Keys) => new AccessTokenTerms(createSecretKey(Buffer.from(keys.jwt.reveal()))),
    inject: [Keys],
  },
  { provide: Tokens, useFactory: (terms: AccessTokenTerms) => new JwtTokens(terms), inject: [AccessTokenTerms] },
  { provide: Users, useClass: TypeOrmUsers },
  { provide: XmlCheck, useClass: SaxXmlCheck },
  { provide: Participants, useClass: TypeOrmParticipants },
  { provide: Workflows, useClass: TypeOrmWorkflows },
  { provide: WorkflowDefinitions, useClass: TypeOrmWorkflowDefinitions },
  { provide: WorkflowDiagrams, useClass: BpmnDiagrams },
];

/** The only place where a port meets its adapter. */
@Global()
@Module({ providers: [...TECHNICAL, ...ADAPTERS], exports: [...TECHNICAL, ...ADAPTERS] })
export class InfrastructureModule implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: FileStorage,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    if (this.storage instanceof S3FileStorage) this.storage.close();
    await this.dataSource.destroy();
  }
}
