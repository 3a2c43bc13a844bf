import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Config, S3Config } from '#src/config';

/** The objects in the bucket or folder, read without the service. */
export interface Objects {
  /** Sizes by key. */
  sizes(): Promise<Map<string, number>>;
  /** Null: there is none. */
  read(key: string): Promise<Buffer | null>;
  write(key: string, bytes: Buffer): Promise<void>;
  remove(key: string): Promise<void>;
  /** What uploads that were broken off have left, of these keys or wherever it can be seen. */
  halves(keys: readonly string[]): Promise<string[]>;
  close(): void;
}

function inFolder(root: string): Objects {
  const path = (key: string) => join(root, key);
  const incoming = join(root, 'incoming');
  return {
    async sizes() {
      const sizes = new Map<string, number>();
      for (const folder of await readdir(root)) {
        if (folder === 'incoming') continue;
        for (const name of await readdir(path(folder))) sizes.set(`${folder}/${name}`, (await readFile(path(`${folder}/${name}`))).length);
      }
      return sizes;
    },
    read: (key) => readFile(path(key)).catch(() => null),
    write: (key, bytes) => writeFile(path(key), bytes),
    remove: (key) => rm(path(key)),
    halves: () => readdir(incoming),
    close: () => undefined,
  };
}

function inBucket({ endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey }: S3Config): Objects {
  const credentials = { accessKeyId, secretAccessKey: secretAccessKey.reveal() };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  return {
    async sizes() {
      const sizes = new Map<string, number>();
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
        for (const { Key, Size } of Contents) sizes.set(Key as string, Size ?? 0);
      }
      return sizes;
    },
    async read(Key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') return null;
        throw error;
      }
    },
    write: async (Key, Body) => void (await client.send(new PutObjectCommand({ Bucket, Key, Body }))),
    remove: async (Key) => void (await client.send(new DeleteObjectCommand({ Bucket, Key }))),
    async halves(keys) {
      const found: string[] = [];
      for (const Prefix of keys) {
        const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
        found.push(...Uploads.map(({ Key }) => Key as string));
      }
      return found;
    },
    close: () => client.destroy(),
  };
}

export const objectsOf = ({ s3, dataDir }: Config): Objects => (s3 ? inBucket(s3) : inFolder(join(dataDir, 'files')));
