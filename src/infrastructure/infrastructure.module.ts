import { createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import { Global, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { AccessTokenTerms } from '#application/auth/access-token-terms';
import { PlanKey } from '#application/auth/plan-key';
import { Readiness } from '#application/health/readiness';
import { ArchiveFormat } from '#application/ports/provisioning';
import { Clock, Diagnostics } from '#application/ports/unit-of-work';
import { Cursors, ShareLinks } from '#application/ports/documents';
import { FileAddresses, FileStorage, RemoteFiles } from '#application/ports/files';
import { FileReader, NoteReader } from '#application/ports/text-extraction';
import { PdfForms, WorkflowDiagrams } from '#application/ports/workflows';
import { PdfSigner } from '#application/ports/signatures';
import { PasswordHasher, Tokens } from '#application/ports/users';
import { TimestampAuthority } from '#application/ports/audit-trail';
import { WebhookSender } from '#application/ports/webhooks';
import { XmlCheck } from '#application/ports/invoices';
import { Settings } from '#application/support/settings';
import { TimeZone } from '#application/support/time-zone';
import { RequestLog } from '#application/telemetry/request-log';
import { Tracing } from '#application/telemetry/tracing';
import { CONFIG, type Config } from '#src/config';
import { isForThisMachine } from '#src/config/operation';
import { Argon2PasswordHasher } from './argon2/argon2-password-hasher';
import { BpmnDiagrams } from './bpmn/bpmn-diagrams';
import { ClockSkew } from './dependencies/clock-skew';
import { DependencyReadiness } from './dependencies/dependency-readiness';
import { HmacShareLinks } from './keys/hmac-share-links';
import { JwtTokens } from './keys/jwt-tokens';
import { Keys, loadKeys } from './keys/key-files';
import { SealedCursors } from './keys/sealed-cursors';
import { SealedFileAddresses } from './keys/sealed-file-addresses';
import { LocalFileStorage } from './local-files/local-file-storage';
import { LogDiagnostics } from './logging/log-diagnostics';
import { PinoLogger, createLogger } from './logging/pino-logger';
import { PinoRequestLog } from './logging/pino-request-log';
import { WorkerPdfForms } from './pdf-forms/worker-pdf-forms';
import { SchemaArchiveFormat } from './provisioning/schema-archive-format';
import { SafeRemoteFiles } from './remote-files/safe-remote-files';
import { S3FileStorage } from './s3/s3-file-storage';
import { SigningIdentities } from './signing/signing-identities';
import { ConfiguredTimestampAuthority } from './signing/timestamp-authority';
import { WorkerPdfSigner } from './signing/worker-pdf-signer';
import { SystemClock } from './support/system-clock';
import { openTracing } from './telemetry/open-tracing';
import { StoreTelemetry } from './telemetry/store-telemetry';
import { ChildFileReader } from './text-extraction/child-file-reader';
import { DatabaseModule } from './typeorm/database.module';
import { SafeWebhookSender } from './webhooks/safe-webhook-sender';
import { WorkerJobs } from './workers/worker-jobs';
import { SaxNoteReader } from './xml/sax-note-reader';
import { SaxXmlCheck } from './xml/sax-xml-check';

/** Log, metrics, traces, the clock and the state of what the service depends on. */
const TELEMETRY: Provider[] = [
  { provide: PinoLogger, useFactory: createLogger, inject: [CONFIG] },
  { provide: RequestLog, useClass: PinoRequestLog },
  { provide: Registry, useFactory: () => new Registry() },
  { provide: Tracing, useFactory: openTracing, inject: [CONFIG, Diagnostics] },
  { provide: Clock, useClass: SystemClock },
  { provide: Diagnostics, useClass: LogDiagnostics },
  ClockSkew,
  { provide: Readiness, useClass: DependencyReadiness },
];

/** Keys, and what is signed, hashed or proved with them. */
const SECURITY: Provider[] = [
  { provide: Keys, useFactory: loadKeys, inject: [CONFIG] },
  { provide: PasswordHasher, useFactory: ({ loginQueue }: Config) => new Argon2PasswordHasher(loginQueue), inject: [CONFIG] },
  {
    provide: PdfSigner,
    useFactory: (config: Config, jobs: WorkerJobs, diagnostics: Diagnostics) =>
      new WorkerPdfSigner(new SigningIdentities(config, jobs, diagnostics), jobs, diagnostics, config),
    inject: [CONFIG, WorkerJobs, Diagnostics],
  },
  { provide: TimestampAuthority, useFactory: (config: Config) => new ConfiguredTimestampAuthority(config), inject: [CONFIG] },
  { provide: ShareLinks, useFactory: (keys: Keys, { shareUrl }: Config) => new HmacShareLinks(keys, shareUrl), inject: [Keys, CONFIG] },
  {
    provide: FileAddresses,
    useFactory: ({ addresses }: Keys, { shareUrl }: Config) => new SealedFileAddresses(addresses, shareUrl),
    inject: [Keys, CONFIG],
  },
  { provide: Cursors, useFactory: ({ cursors }: Keys) => new SealedCursors(cursors), inject: [Keys] },
  {
    provide: AccessTokenTerms,
    useFactory: (keys: Keys) => new AccessTokenTerms(createSecretKey(Buffer.from(keys.jwt.reveal()))),
    inject: [Keys],
  },
  { provide: PlanKey, useFactory: ({ plans }: Keys) => new PlanKey(plans), inject: [Keys] },
  { provide: Tokens, useFactory: (terms: AccessTokenTerms) => new JwtTokens(terms), inject: [AccessTokenTerms] },
];

/** Where the bytes of files come from and go to, and who tells others of events. */
const STORAGE: Provider[] = [
  {
    provide: FileStorage,
    useFactory: (config: Config, registry: Registry, tracing: Tracing, diagnostics: Diagnostics, skew: ClockSkew) => {
      const problem = (where: string, error: unknown) => diagnostics.problem(where, error);
      const telemetry = new StoreTelemetry(registry, tracing, problem, (aheadMs) => skew.observe('store', aheadMs));
      return config.s3 ? new S3FileStorage(config.s3, telemetry) : LocalFileStorage.open(join(config.dataDir, 'files'), telemetry);
    },
    inject: [CONFIG, Registry, Tracing, Diagnostics, ClockSkew],
  },
  { provide: RemoteFiles, useFactory: (config: Config) => new SafeRemoteFiles(config), inject: [CONFIG] },
  {
    provide: WebhookSender,
    useFactory: (config: Config) => new SafeWebhookSender(config, isForThisMachine(config)),
    inject: [CONFIG],
  },
];

/** What is written in a format of its own. */
const FORMATS: Provider[] = [
  { provide: ArchiveFormat, useClass: SchemaArchiveFormat },
  { provide: PdfForms, useClass: WorkerPdfForms },
  { provide: FileReader, useFactory: ({ pdfToText }: Config) => new ChildFileReader({}, pdfToText), inject: [CONFIG] },
  { provide: XmlCheck, useClass: SaxXmlCheck },
  { provide: NoteReader, useClass: SaxNoteReader },
  { provide: WorkflowDiagrams, useClass: BpmnDiagrams },
];

const PROVIDERS: Provider[] = [
  { provide: Settings, useExisting: CONFIG },
  { provide: TimeZone, useFactory: ({ timeZone }: Config) => new TimeZone(timeZone), inject: [CONFIG] },
  { provide: WorkerJobs, useFactory: () => new WorkerJobs() },
  ...TELEMETRY,
  ...SECURITY,
  ...STORAGE,
  ...FORMATS,
];

/** With the module of the database the only place where a port meets its adapter. Closes what they have opened. */
@Global()
@Module({ imports: [DatabaseModule], providers: PROVIDERS, exports: PROVIDERS })
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
