import { Global, Module, type Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Registry } from 'prom-client';
import { Accounts, ApiKeys, Passwords, SavedViews, Sessions, Users } from '#application/ports/users';
import { ArchiveInstaller, Boxes, SignatureOrigins, StructureHold, Structures } from '#application/ports/structure';
import { ArchiveStore, DescribedWebhooks, OperatorAccounts } from '#application/ports/provisioning';
import { AuditTrail, EventErasure, EventPruning, EventSealing, SealKeys } from '#application/ports/audit-trail';
import { BillingLedger, Bills, Metering } from '#application/ports/billing';
import { ClientRecords, Counters, StoredFiles } from '#application/ports/portable-archive';
import { Clock, Diagnostics, UnitOfWork } from '#application/ports/unit-of-work';
import { DocumentIndex, TextIndex } from '#application/ports/text-index';
import { DocumentCounts, DocumentHeads, DocumentRepository, SharedFiles, ShareRepository } from '#application/ports/documents';
import { DocumentSearch, FoundTexts } from '#application/ports/document-search';
import { ListRows } from '#application/ports/lists';
import { FileVersions, Signatures } from '#application/ports/signatures';
import { FileWork } from '#application/ports/text-extraction';
import { OpenTasks, Participants, WorkflowDefinitions, Workflows } from '#application/ports/workflows';
import { ObjectJournal } from '#application/ports/files';
import { Purge, RetentionMark } from '#application/ports/retention';
import { IdempotencyRecords, RateWindows, Subscriptions } from '#application/ports/access';
import { ActivityRows, ReportRows } from '#application/ports/reports';
import { SealedEvents, TrailAnchors, TrailVerification } from '#application/ports/sealed-events';
import { WebhookQueue, Webhooks } from '#application/ports/webhooks';
import { Tracing } from '#application/telemetry/tracing';
import { CONFIG, type Config } from '#src/config';
import { Keys } from '../keys/key-files';
import { OpenSearch } from '../opensearch/opensearch';
import { OpenSearchTextIndex } from '../opensearch/opensearch-text-index';
import { WordFeed } from '../opensearch/word-feed';
import { observeStatements } from './statement-telemetry';
import { TypeOrmArchiveStore } from './provisioning/typeorm-archive-store';
import { TypeOrmDocumentIndex } from './provisioning/typeorm-document-index';
import { TypeOrmClientRecords } from './provisioning/typeorm-client-records';
import { TypeOrmOperatorAccounts } from './provisioning/typeorm-operator-accounts';
import { TypeOrmCounters } from './provisioning/typeorm-counters';
import { TypeOrmStoredFiles } from './provisioning/typeorm-stored-files';
import { TypeOrmRateWindows } from './access/typeorm-rate-windows';
import { TypeOrmSubscriptions } from './access/typeorm-subscriptions';
import { TypeOrmBillingLedger } from './billing/typeorm-billing-ledger';
import { TypeOrmBills } from './billing/typeorm-bills';
import { TypeOrmMetering } from './billing/typeorm-metering';
import { openDataSource } from './data-source';
import { TypeOrmDocumentCounts } from './documents/typeorm-document-counts';
import { TypeOrmDocumentRepository } from './documents/typeorm-document.repository';
import { TypeOrmDocumentHeads } from './documents/typeorm-document-heads';
import { TypeOrmDocumentSearch } from './search/typeorm-document-search';
import { TypeOrmShareRepository, TypeOrmSharedFiles } from './documents/typeorm-share.repository';
import { TypeOrmTextIndex } from './documents/typeorm-text-index';
import { WordOutbox } from './documents/word-outbox';
import { TypeOrmObjectJournal } from './files/typeorm-object-journal';
import { EventSeals } from './events/event-seals';
import { EventWitness } from './events/event-witness';
import { Tiles } from './events/tiles';
import { TypeOrmAuditTrail } from './events/typeorm-audit-trail';
import { TypeOrmEventErasure } from './events/typeorm-event-erasure';
import { TypeOrmEventPruning } from './events/typeorm-event-pruning';
import { TypeOrmEventSealing } from './events/typeorm-event-sealing';
import { TypeOrmSealKeys } from './events/typeorm-seal-keys';
import { TypeOrmSealedEvents } from './events/typeorm-sealed-events';
import { TypeOrmTrailAnchors } from './events/typeorm-trail-anchors';
import { TypeOrmTrailVerification } from './events/typeorm-trail-verification';
import { WriterGuard } from './events/writer-guard';
import { TypeOrmFoundTexts } from './text-extraction/typeorm-found-texts';
import { TypeOrmFileWork } from './text-extraction/typeorm-file-work';
import { TypeOrmActivityRows } from './reports/typeorm-activity-rows';
import { TypeOrmReportRows } from './reports/typeorm-report-rows';
import { TypeOrmIdempotencyRecords } from './idempotency/typeorm-idempotency-records';
import { Sql } from './sql';
import { TypeOrmFileVersions } from './signatures/typeorm-file-versions';
import { TypeOrmSignatures } from './signatures/typeorm-signatures';
import { TypeOrmArchiveInstaller } from './structure/typeorm-archive-installer';
import { TypeOrmBoxes, TypeOrmSignatureOrigins } from './structure/typeorm-boxes';
import { TypeOrmListRows } from './lists/typeorm-list-rows';
import { TypeOrmStructureHold } from './structure/typeorm-structure-hold';
import { TypeOrmStructures } from './structure/typeorm-structures';
import { TypeOrmDescribedWebhooks } from './provisioning/typeorm-described-webhooks';
import { TypeOrmWebhookQueue } from './webhooks/typeorm-webhook-queue';
import { TypeOrmWebhooks } from './webhooks/typeorm-webhooks';
import { TypeOrmOpenTasks } from './workflows/typeorm-open-tasks';
import { TypeOrmWorkflowDefinitions } from './structure/typeorm-workflow-definitions';
import { TypeOrmUnitOfWork } from './typeorm-unit-of-work';
import { TypeOrmParticipants, TypeOrmWorkflows } from './workflows/typeorm-workflows';
import { TypeOrmAccounts } from './users/typeorm-accounts';
import { TypeOrmApiKeys } from './users/typeorm-api-keys';
import { TypeOrmPurge } from './retention/typeorm-purge';
import { TypeOrmRetentionMark } from './retention/typeorm-retention-mark';
import { TypeOrmSavedViews } from './users/typeorm-saved-views';
import { TypeOrmSessions } from './users/typeorm-sessions';
import { TypeOrmPasswords, TypeOrmUsers } from './users/typeorm-users';

const PROVIDERS: Provider[] = [
  {
    provide: DataSource,
    useFactory: async (config: Config, registry: Registry, tracing: Tracing) =>
      observeStatements(await openDataSource(config), registry, tracing),
    inject: [CONFIG, Registry, Tracing],
  },
  TypeOrmUnitOfWork,
  Sql,
  // `useExisting`: a second unit of work would not see the transactions of the first.
  { provide: UnitOfWork, useExisting: TypeOrmUnitOfWork },
  { provide: Accounts, useClass: TypeOrmAccounts },
  { provide: ApiKeys, useClass: TypeOrmApiKeys },
  { provide: ArchiveInstaller, useClass: TypeOrmArchiveInstaller },
  { provide: ArchiveStore, useClass: TypeOrmArchiveStore },
  { provide: DocumentIndex, useClass: TypeOrmDocumentIndex },
  EventWitness,
  { provide: EventSeals, useFactory: ({ events, seal }: Keys) => new EventSeals(events, seal), inject: [Keys] },
  {
    provide: AuditTrail,
    useFactory: async (sql: Sql, unitOfWork: TypeOrmUnitOfWork, clock: Clock, seals: EventSeals, witness: EventWitness) => {
      const guard = (await sql.hasManyWriters()) ? new WriterGuard(sql) : null;
      return new TypeOrmAuditTrail(sql, unitOfWork, clock, seals, witness, guard);
    },
    inject: [Sql, TypeOrmUnitOfWork, Clock, EventSeals, EventWitness],
  },
  { provide: EventErasure, useClass: TypeOrmEventErasure },
  { provide: EventPruning, useClass: TypeOrmEventPruning },
  { provide: EventSealing, useClass: TypeOrmEventSealing },
  { provide: SealKeys, useClass: TypeOrmSealKeys },
  { provide: SealedEvents, useClass: TypeOrmSealedEvents },
  {
    provide: WordFeed,
    useFactory: ({ openSearch }: Config, sql: Sql, diagnostics: Diagnostics) =>
      openSearch && new WordFeed(new WordOutbox(sql), new OpenSearch(openSearch), diagnostics),
    inject: [CONFIG, Sql, Diagnostics],
  },
  {
    provide: TextIndex,
    useFactory: (sql: Sql, feed: WordFeed | null) => (feed ? new OpenSearchTextIndex(sql, feed) : new TypeOrmTextIndex(sql)),
    inject: [Sql, WordFeed],
  },
  { provide: TrailAnchors, useClass: TypeOrmTrailAnchors },
  {
    provide: TrailVerification,
    useFactory: (sql: Sql, seals: EventSeals, config: Config, keys: Keys) =>
      new TypeOrmTrailVerification(sql, seals, (threads) => new Tiles(config, keys, threads)),
    inject: [Sql, EventSeals, CONFIG, Keys],
  },
  { provide: BillingLedger, useClass: TypeOrmBillingLedger },
  { provide: Bills, useClass: TypeOrmBills },
  { provide: Boxes, useClass: TypeOrmBoxes },
  { provide: ClientRecords, useClass: TypeOrmClientRecords },
  { provide: DocumentCounts, useClass: TypeOrmDocumentCounts },
  {
    provide: DocumentRepository,
    useFactory: (sql: Sql, config: Config, index: TextIndex) => new TypeOrmDocumentRepository(sql, config, index),
    inject: [Sql, CONFIG, TextIndex],
  },
  { provide: Counters, useClass: TypeOrmCounters },
  { provide: OpenTasks, useClass: TypeOrmOpenTasks },
  { provide: DocumentHeads, useClass: TypeOrmDocumentHeads },
  { provide: DocumentSearch, useClass: TypeOrmDocumentSearch },
  { provide: FileVersions, useClass: TypeOrmFileVersions },
  { provide: FileWork, useClass: TypeOrmFileWork },
  { provide: FoundTexts, useClass: TypeOrmFoundTexts },
  { provide: ListRows, useClass: TypeOrmListRows },
  { provide: Metering, useClass: TypeOrmMetering },
  { provide: ObjectJournal, useClass: TypeOrmObjectJournal },
  { provide: OperatorAccounts, useClass: TypeOrmOperatorAccounts },
  { provide: Passwords, useClass: TypeOrmPasswords },
  { provide: Purge, useClass: TypeOrmPurge },
  { provide: RateWindows, useClass: TypeOrmRateWindows },
  { provide: RetentionMark, useClass: TypeOrmRetentionMark },
  {
    provide: IdempotencyRecords,
    useFactory: (sql: Sql, keys: Keys) => new TypeOrmIdempotencyRecords(sql, keys.answers),
    inject: [Sql, Keys],
  },
  { provide: ActivityRows, useClass: TypeOrmActivityRows },
  { provide: ReportRows, useClass: TypeOrmReportRows },
  { provide: SavedViews, useClass: TypeOrmSavedViews },
  { provide: Sessions, useClass: TypeOrmSessions },
  { provide: ShareRepository, useClass: TypeOrmShareRepository },
  { provide: SharedFiles, useClass: TypeOrmSharedFiles },
  { provide: Signatures, useClass: TypeOrmSignatures },
  { provide: SignatureOrigins, useClass: TypeOrmSignatureOrigins },
  { provide: StoredFiles, useClass: TypeOrmStoredFiles },
  { provide: StructureHold, useClass: TypeOrmStructureHold },
  { provide: Structures, useClass: TypeOrmStructures },
  { provide: Subscriptions, useClass: TypeOrmSubscriptions },
  { provide: Users, useClass: TypeOrmUsers },
  { provide: Participants, useClass: TypeOrmParticipants },
  { provide: Workflows, useClass: TypeOrmWorkflows },
  { provide: WorkflowDefinitions, useClass: TypeOrmWorkflowDefinitions },
  {
    provide: Webhooks,
    useFactory: (unitOfWork: TypeOrmUnitOfWork, { webhooks }: Keys) => new TypeOrmWebhooks(unitOfWork, webhooks),
    inject: [TypeOrmUnitOfWork, Keys],
  },
  {
    provide: DescribedWebhooks,
    useFactory: (unitOfWork: TypeOrmUnitOfWork, clock: Clock, { webhooks }: Keys) =>
      new TypeOrmDescribedWebhooks(unitOfWork, clock, webhooks),
    inject: [TypeOrmUnitOfWork, Clock, Keys],
  },
  {
    provide: WebhookQueue,
    useFactory: (sql: Sql, unitOfWork: TypeOrmUnitOfWork, { webhooks }: Keys) => new TypeOrmWebhookQueue(sql, unitOfWork, webhooks),
    inject: [Sql, TypeOrmUnitOfWork, Keys],
  },
];

/** The database, and every port implemented on it. */
@Global()
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class DatabaseModule {}
