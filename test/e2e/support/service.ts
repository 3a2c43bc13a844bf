import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { createConnection } from 'mysql2/promise';
import { DataSource } from 'typeorm';
import { readConfig, type Config } from '#src/config';
import { createApp } from '#src/configure-app';
import { loadDemoArchive } from '#src/cli/demo/load-demo-archive';
import { openDataSource } from '#infrastructure/typeorm/data-source';
import { Sql } from '#infrastructure/typeorm/sql';
import { TenantTripwire } from '../../support/tenant-tripwire';

/** Which storage pair the suite runs on; the runner sets it: `embedded`, or `servers` (MySQL protocol and S3). */
export const STORAGE = process.env.ACERVO_E2E_STORAGE ?? 'embedded';

/** Two cores, two servers and sometimes other work beside them. */
jest.setTimeout(60_000);

type Environment = Record<string, string>;

/** A certificate under a root of the tests; the embedded mode makes its own. */
export const SIGNING = {
  SIGNING_P12: join(__dirname, '../../../libs/pdf-signature/test/fixtures/identities/ec-prime256v1.p12'),
  SIGNING_P12_PASSWORD: 'segredo',
};

interface Store {
  environment: Environment;
  remove(): Promise<void>;
}

async function embeddedStore(): Promise<Store> {
  return { environment: {}, remove: async () => undefined };
}

/** A database and a bucket of this file's own on the servers that the runner has started. */
async function serverStore(): Promise<Store> {
  const name = `acervo_${randomBytes(6).toString('hex')}`;
  const server = process.env.TEST_DATABASE_URL as string;
  const run = async (sql: string) => {
    const connection = await createConnection(server);
    await connection.query(sql);
    await connection.end();
  };
  await run(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  const endpoint = process.env.TEST_S3_ENDPOINT as string;
  const credentials = {
    accessKeyId: process.env.TEST_S3_ACCESS_KEY_ID as string,
    secretAccessKey: process.env.TEST_S3_SECRET_ACCESS_KEY as string,
  };
  const bucket = name.replace('_', '-');
  const s3 = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await s3.send(new CreateBucketCommand({ Bucket: bucket }));
  s3.destroy();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    environment: {
      DATABASE_URL: url.href,
      JWT_SECRET: randomBytes(32).toString('hex'),
      LINK_SECRET: randomBytes(32).toString('hex'),
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      ...SIGNING,
    },
    remove: () => run(`DROP DATABASE ${name}`),
  };
}

async function migrate(config: Config): Promise<void> {
  const dataSource = await openDataSource(config);
  await dataSource.runMigrations();
  await dataSource.destroy();
}

export interface Service {
  app: INestApplication;
  config: Config;
  /** Without a slash at the end. */
  url: string;
  /** The database beneath, to look at what a call has left there. */
  database: DataSource;
  stop(): Promise<void>;
}

/** The whole service on a free loopback port, with the demo archive, on the storage pair of the run. */
export async function startService(overrides: Environment = {}): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'acervo-e2e-'));
  const store = STORAGE === 'servers' ? await serverStore() : await embeddedStore();
  const base = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', SWEEP_MINUTES: '0' };
  const config = readConfig({ ...base, ...store.environment, ...overrides });
  if (config.databaseUrl !== null) await migrate(config);
  const app = await createApp(config);
  const tripwire = new TenantTripwire(app.get(Sql));
  await loadDemoArchive(app);
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  return {
    app,
    config,
    url: `http://127.0.0.1:${port}`,
    database: app.get(DataSource),
    async stop() {
      await app.close();
      await store.remove();
      await rm(dataDir, { recursive: true, force: true });
      tripwire.expectNone();
    },
  };
}
