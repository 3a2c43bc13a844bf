/** The two storage pairs a bench can run on: what the service is told of them, what the floor is told, and how to empty them. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { createConnection } from 'mysql2/promise';
import { startServers } from '../../scripts/servers.mjs';

const secret = () => randomBytes(32).toString('hex');
const keys = () => ({ JWT_SECRET: secret(), LINK_SECRET: secret() });

/** SQLite and local files. */
async function embedded() {
  const folder = await mkdtemp(join(tmpdir(), 'acervo-bench-'));
  const floorFolder = join(folder, 'floor');
  await mkdir(floorFolder);
  return {
    title: 'SQLite + local files',
    env: { DATA_DIR: folder, ...keys() },
    floor: { kind: 'local', folder: floorFolder },
    needsMigration: false,
    /** Objects are below `files`, as their keys say; the rows that name them do no harm here. */
    async clear() {
      const objects = join(folder, 'files');
      const folders = (await readdir(objects)).filter((name) => /^[0-9a-f]{2}$/.test(name)).map((name) => join(objects, name));
      const stored = (await Promise.all(folders.map(async (each) => (await readdir(each)).map((name) => join(each, name))))).flat();
      const ofFloor = (await readdir(floorFolder)).map((name) => join(floorFolder, name));
      for (const path of [...stored, ...ofFloor]) await rm(path, { recursive: true });
    },
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function bucketOn({ endpoint, accessKeyId, secretAccessKey }) {
  const s3 = { endpoint, region: 'us-east-1', bucket: `acervo-bench-${randomBytes(4).toString('hex')}`, accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region: s3.region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
  await client.send(new CreateBucketCommand({ Bucket: s3.bucket }));
  async function clear() {
    for (;;) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: s3.bucket }));
      if (Contents.length === 0) return;
      await client.send(new DeleteObjectsCommand({ Bucket: s3.bucket, Delete: { Objects: Contents.map(({ Key }) => ({ Key })) } }));
    }
  }
  return { s3, clear };
}

export async function databaseOn({ url }) {
  const name = `acervo_bench_${randomBytes(4).toString('hex')}`;
  const connection = await createConnection(url);
  await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  await connection.end();
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

/** A MySQL-protocol server and S3; where there is no such database, SQLite and S3. */
async function servers({ s3: kind }) {
  const started = await startServers({ mysql: true, s3: [kind] });
  const [server] = started.s3;
  if (!server) {
    await started.stop();
    throw new Error(`no S3 server: ${started.missing.map(({ what, reason }) => `${what}: ${reason}`).join('; ')}`);
  }
  const { s3, clear } = await bucketOn(server);
  const folder = await mkdtemp(join(tmpdir(), 'acervo-bench-'));
  const { mysql } = started;
  return {
    title: `${mysql ? `${mysql.engine} ${mysql.version}` : 'SQLite (no MySQL here)'} + ${server.name} ${server.version}`,
    env: {
      DATA_DIR: folder,
      ...keys(),
      ...(mysql && { DATABASE_URL: await databaseOn(mysql) }),
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: s3.region,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
    floor: { kind: 's3', ...s3 },
    needsMigration: mysql !== undefined,
    clear,
    async stop() {
      await started.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const openStores = (storage, options) => (storage === 'embedded' ? embedded() : servers(options));
