import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditBuffer } from '#application/audit/audit-buffer';
import { readConfig, type Config } from '#src/config';
import { createApp } from '#src/server/create-app';
import { loadDemoArchive } from '#src/demo/load-demo-archive';
import { endsWithTest } from '../../support/ends-with-test';
import { STORAGE } from '../../support/part';
import { openStore, type Environment } from '../../support/store';
import { TenantTripwire } from '../../support/tenant-tripwire';

/** The maximum delay of a timer. */
const NEVER_MS = 2 ** 31 - 1;

export { STORAGE } from '../../support/part';
export { SIGNING } from '../../support/store';

export interface Service {
  app: INestApplication;
  config: Config;
  /** Without a trailing slash. */
  url: string;
  /** The database, for checks of what a call has stored. */
  database: DataSource;
  stop(): Promise<void>;
}

/** The whole service on a free loopback port, with the demo archive or empty; `overrides` may depend on where the storage pair is. */
export async function startService(
  overrides: Environment | ((store: Environment) => Promise<Environment>) = {},
  { empty = false } = {},
): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'acervo-e2e-'));
  const store = await openStore(STORAGE);
  const base = {
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    SWEEP_MINUTES: '0',
    // Test machines are slow, and connections left by a test must not delay the shutdown.
    MAX_LOOP_DELAY_MS: '0',
    SHUTDOWN_SECONDS: '10',
  };
  const own = typeof overrides === 'function' ? await overrides(store.environment) : overrides;
  const config = readConfig({ ...base, ...store.environment, ...own });
  const app = await createApp(config);
  const tripwire = new TenantTripwire(app.get(DataSource));
  // The audit buffer is flushed only at the end, so that delayed writes do not disturb tests that count rows.
  app.get(AuditBuffer).flushMs = NEVER_MS;
  if (!empty) await loadDemoArchive(app);
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  const service = {
    app,
    config,
    url: `http://127.0.0.1:${port}`,
    database: app.get(DataSource),
    async stop() {
      hasEnded();
      await app.close();
      await store.remove();
      await rm(dataDir, { recursive: true, force: true });
      tripwire.expectNone();
    },
  };
  const hasEnded = endsWithTest(service.stop);
  return service;
}
