import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { Config } from '#src/config';
import { openDataSource } from '#infrastructure/typeorm/data-source';
import { migrate as runMigrations } from '#infrastructure/typeorm/migrate';
import { freshDatabase } from './fresh-database';

export type Environment = Record<string, string>;

/** A certificate under a root of the tests; the embedded mode makes its own. */
export const SIGNING = {
  SIGNING_P12: join(__dirname, '../../libs/pdf-signature/test/fixtures/identities/ec-prime256v1.p12'),
  SIGNING_P12_PASSWORD: 'segredo',
};

export interface Store {
  environment: Environment;
  remove(): Promise<void>;
}

/** A database and a bucket of the caller's own on the servers that the runner has started; `database`: on another server. */
async function serverStore(server = process.env.TEST_DATABASE_URL as string): Promise<Store> {
  const database = await freshDatabase(server, 'acervo');
  const endpoint = process.env.TEST_S3_ENDPOINT as string;
  const credentials = {
    accessKeyId: process.env.TEST_S3_ACCESS_KEY_ID as string,
    secretAccessKey: process.env.TEST_S3_SECRET_ACCESS_KEY as string,
  };
  const bucket = `acervo-${randomBytes(6).toString('hex')}`;
  const s3 = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await s3.send(new CreateBucketCommand({ Bucket: bucket }));
  s3.destroy();
  return {
    environment: {
      DATABASE_URL: database.url,
      JWT_SECRET: randomBytes(32).toString('hex'),
      LINK_SECRET: randomBytes(32).toString('hex'),
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      ...SIGNING,
    },
    remove: database.drop,
  };
}

/** `embedded`, or `servers`: MySQL protocol and S3. */
export const openStore = async (storage: string, database?: string): Promise<Store> =>
  storage === 'servers' ? serverStore(database) : { environment: {}, remove: async () => undefined };

export async function migrate(config: Config): Promise<void> {
  const dataSource = await openDataSource(config);
  await runMigrations(dataSource);
  await dataSource.destroy();
}
