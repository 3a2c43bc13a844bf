import { randomBytes } from 'node:crypto';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CreateBucketCommand, DeleteBucketCommand, DeleteObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { createConnection } from 'mysql2/promise';

/** Made for tests; what opens it stands in test/support/store.ts. */
const IDENTITY = { file: 'libs/pdf-signature/test/fixtures/identities/ec-prime256v1.p12', password: 'segredo' };

/** A database and a bucket of our own, as environment and as files of /run/secrets. */
export async function storageOf(servers, secrets) {
  const name = `packaging_${randomBytes(6).toString('hex')}`;
  const connection = await createConnection({ uri: servers.mysql.url });
  await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  const [{ endpoint, accessKeyId, secretAccessKey }] = servers.s3;
  const bucket = name.replace('_', '-');
  const credentials = { accessKeyId, secretAccessKey };
  const s3 = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await s3.send(new CreateBucketCommand({ Bucket: bucket }));
  const url = new URL(servers.mysql.url);
  url.pathname = `/${name}`;
  const values = {
    DATABASE_URL: url.href,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    SIGNING_P12_PASSWORD: IDENTITY.password,
    ...Object.fromEntries(['JWT', 'LINK', 'AUDIT'].map((key) => [`${key}_SECRET`, randomBytes(32).toString('hex')])),
  };
  for (const [key, value] of Object.entries(values)) writeFileSync(join(secrets, key), `${value}\n`);
  copyFileSync(IDENTITY.file, join(secrets, 'signing.p12'));
  return {
    environment: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      SIGNING_P12: '/run/secrets/signing.p12',
      ...Object.fromEntries(Object.keys(values).map((key) => [`${key}_FILE`, `/run/secrets/${key}`])),
    },
    /** From which the audit trail says that calls came. */
    addresses: async () => {
      const [rows] = await connection.query(`SELECT DISTINCT address FROM ${name}.event WHERE address IS NOT NULL`);
      return rows.map(({ address }) => address);
    },
    remove: async () => {
      for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket }))
        for (const { Key } of Contents) await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
      await s3.send(new DeleteBucketCommand({ Bucket: bucket }));
      s3.destroy();
      await connection.query(`DROP DATABASE ${name}`);
      await connection.end();
    },
  };
}
