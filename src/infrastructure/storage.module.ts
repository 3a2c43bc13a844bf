import { Global, Module, type Provider } from '@nestjs/common';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { Diagnostics } from '#application/ports/unit-of-work';
import { FileStorage, RemoteFiles } from '#application/ports/files';
import { WebhookSender } from '#application/ports/webhooks';
import { Tracing } from '#application/telemetry/tracing';
import { CONFIG, type Config } from '#src/config';
import { ClockSkew } from './dependencies/clock-skew';
import { LocalFileStorage } from './local-files/local-file-storage';
import { SafeRemoteFiles } from './remote-files/safe-remote-files';
import { S3FileStorage } from './s3/s3-file-storage';
import { StoreTelemetry } from './telemetry/store-telemetry';
import { SafeWebhookSender } from './webhooks/safe-webhook-sender';

const PROVIDERS: Provider[] = [
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
  { provide: WebhookSender, useFactory: (config: Config) => new SafeWebhookSender(config), inject: [CONFIG] },
];

/** Where the bytes of files come from and go to, and who tells others of events. */
@Global()
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class StorageModule {}
