import { join } from 'node:path';
import { Global, Module, type DynamicModule, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Readiness } from '#application/health/readiness';
import { Accounts } from '#application/ports/accounts';
import { ArchiveInstaller } from '#application/ports/archive-installer';
import { Boxes, SignatureOrigins } from '#application/ports/boxes';
import { Clock } from '#application/ports/clock';
import { Diagnostics } from '#application/ports/diagnostics';
import { DocumentSearch } from '#application/ports/document-search';
import { DocumentRepository } from '#application/ports/document.repository';
import { FileStorage } from '#application/ports/file-storage';
import { ListRows } from '#application/ports/list-rows';
import { ObjectJournal } from '#application/ports/object-journal';
import { RemoteFiles } from '#application/ports/remote-files';
import { PasswordHasher, Tokens } from '#application/ports/secrets';
import { Sessions } from '#application/ports/sessions';
import { ShareLinks } from '#application/ports/share-links';
import { SharedFiles, ShareRepository } from '#application/ports/share.repository';
import { Structures } from '#application/ports/structures';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { Settings } from '#application/settings';
import { TimeZone } from '#application/time-zone';
import type { Config } from '#src/config';
import { Argon2PasswordHasher } from './argon2/argon2-password-hasher';
import { HmacShareLinks } from './keys/hmac-share-links';
import { JwtTokens } from './keys/jwt-tokens';
import { loadKeys } from './keys/key-files';
import { LocalFileStorage } from './local-files/local-file-storage';
import { LogDiagnostics } from './logging/log-diagnostics';
import { createLogger, PinoLogger } from './logging/pino-logger';
import { SafeRemoteFiles } from './remote-files/safe-remote-files';
import { S3FileStorage } from './s3/s3-file-storage';
import { SystemClock } from './system-clock';
import { openDataSource } from './typeorm/data-source';
import { TypeOrmDocumentRepository } from './typeorm/documents/typeorm-document.repository';
import { TypeOrmDocumentSearch } from './typeorm/documents/typeorm-document-search';
import { TypeOrmSharedFiles, TypeOrmShareRepository } from './typeorm/documents/typeorm-share.repository';
import { TypeOrmObjectJournal } from './typeorm/files/typeorm-object-journal';
import { DependencyReadiness } from './dependency-readiness';
import { Sql } from './typeorm/sql';
import { TypeOrmArchiveInstaller } from './typeorm/structure/typeorm-archive-installer';
import { TypeOrmBoxes, TypeOrmSignatureOrigins } from './typeorm/structure/typeorm-boxes';
import { TypeOrmListRows } from './typeorm/structure/typeorm-list-rows';
import { TypeOrmStructures } from './typeorm/structure/typeorm-structures';
import { TypeOrmUnitOfWork } from './typeorm/typeorm-unit-of-work';
import { TypeOrmAccounts } from './typeorm/users/typeorm-accounts';
import { TypeOrmSessions } from './typeorm/users/typeorm-sessions';

/** The only place where a port meets its adapter. */
@Global()
@Module({})
export class InfrastructureModule implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: FileStorage,
  ) {}

  static with(config: Config): DynamicModule {
    const providers = [...technical(config), ...adapters(config)];
    return { module: InfrastructureModule, providers, exports: providers };
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.storage instanceof S3FileStorage) this.storage.close();
    await this.dataSource.destroy();
  }
}

function technical(config: Config): Provider[] {
  return [
    { provide: PinoLogger, useFactory: () => createLogger(config) },
    { provide: DataSource, useFactory: () => openDataSource(config) },
    TypeOrmUnitOfWork,
    Sql,
    {
      provide: Settings,
      useValue: new Settings(
        config.sessionMinutes,
        config.maxSessionMinutes,
        config.refreshMinutes,
        config.loginFailures,
        config.loginBlockMinutes,
        config.maxFileBytes,
        config.maxFiles,
        config.deletedRetentionDays,
        config.linkTimeoutSeconds * 1000,
      ),
    },
    { provide: TimeZone, useValue: new TimeZone(config.timeZone) },
  ];
}

function adapters(config: Config): Provider[] {
  const keys = loadKeys(config);
  return [
    // `useExisting`: a second unit of work would know nothing of the first one's transactions.
    { provide: UnitOfWork, useExisting: TypeOrmUnitOfWork },
    { provide: Accounts, useClass: TypeOrmAccounts },
    { provide: ArchiveInstaller, useClass: TypeOrmArchiveInstaller },
    { provide: Boxes, useClass: TypeOrmBoxes },
    { provide: Clock, useClass: SystemClock },
    { provide: Diagnostics, useClass: LogDiagnostics },
    { provide: DocumentRepository, useClass: TypeOrmDocumentRepository },
    { provide: DocumentSearch, useClass: TypeOrmDocumentSearch },
    {
      provide: FileStorage,
      useFactory: () => (config.s3 ? new S3FileStorage(config.s3) : LocalFileStorage.open(join(config.dataDir, 'files'))),
    },
    { provide: ListRows, useClass: TypeOrmListRows },
    { provide: ObjectJournal, useClass: TypeOrmObjectJournal },
    { provide: PasswordHasher, useClass: Argon2PasswordHasher },
    { provide: Readiness, useClass: DependencyReadiness },
    { provide: RemoteFiles, useValue: new SafeRemoteFiles(config) },
    { provide: Sessions, useClass: TypeOrmSessions },
    { provide: ShareLinks, useValue: new HmacShareLinks(keys, config.shareUrl) },
    { provide: ShareRepository, useClass: TypeOrmShareRepository },
    { provide: SharedFiles, useClass: TypeOrmSharedFiles },
    { provide: SignatureOrigins, useClass: TypeOrmSignatureOrigins },
    { provide: Structures, useClass: TypeOrmStructures },
    { provide: Tokens, useValue: new JwtTokens(keys) },
  ];
}
