import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import type { FileStorage } from '#application/ports/files';
import { LocalFileStorage } from '#infrastructure/local-files/local-file-storage';
import { S3FileStorage } from '#infrastructure/s3/s3-file-storage';
import { Secret } from '#src/config';
import { InMemoryFileStorage } from '../../fakes/in-memory-file-storage';

/** A store of its own with what a test needs beside the port. */
export interface StorageFixture {
  storage: FileStorage;
  /** Everything in the store that has to do with the key: an object, a part of one, a temporary file. */
  tracesOf(key: string): Promise<string[]>;
  /** The same adapter, over a store that cannot be used. */
  withoutStore(): Promise<FileStorage>;
  /** Where there is one. */
  bucket?: { name: string; admin: S3Client };
  close(): Promise<void>;
}

export interface StorageAbilities {
  /** The store itself serves objects. */
  givesUrls: boolean;
}

export type StorageFactory = StorageAbilities & { open(): Promise<StorageFixture> };

export type StorageContract = (implementation: string, factory: StorageFactory) => void;

export const inMemoryStorage: StorageFactory = {
  givesUrls: false,
  async open() {
    const storage = new InMemoryFileStorage();
    return {
      storage,
      tracesOf: async (key) => [...storage.objects.keys(), ...storage.open].filter((name) => name === key),
      withoutStore: async () => Object.assign(new InMemoryFileStorage(), { isGone: true }),
      close: async () => undefined,
    };
  },
};

export const localStorage: StorageFactory = {
  givesUrls: false,
  async open() {
    const root = await mkdtemp(join(tmpdir(), 'acervo-files-'));
    return {
      storage: await LocalFileStorage.open(root),
      tracesOf: async (key) => (await readdir(root, { recursive: true })).filter((path) => path.includes(key.slice(3))),
      async withoutStore() {
        const gone = await mkdtemp(join(tmpdir(), 'acervo-gone-'));
        const storage = await LocalFileStorage.open(gone);
        await rm(gone, { recursive: true });
        return storage;
      },
      close: () => rm(root, { recursive: true }),
    };
  },
};

const REGION = 'us-east-1';

export function s3Storage(server: { endpoint: string; accessKeyId: string; secretAccessKey: string }): StorageFactory {
  const config = (bucket: string, endpoint = server.endpoint) => ({
    endpoint,
    publicEndpoint: endpoint,
    region: REGION,
    bucket,
    accessKeyId: server.accessKeyId,
    secretAccessKey: new Secret(server.secretAccessKey),
    requestSeconds: 30,
  });
  return {
    givesUrls: true,
    async open() {
      const Bucket = `contract-${randomBytes(6).toString('hex')}`;
      const admin = new S3Client({ endpoint: server.endpoint, region: REGION, forcePathStyle: true, credentials: server });
      await admin.send(new CreateBucketCommand({ Bucket }));
      const storage = new S3FileStorage(config(Bucket));
      const opened = [storage];
      const keysWith = async (Prefix?: string) => {
        const { Contents = [] } = await admin.send(new ListObjectsV2Command({ Bucket, Prefix }));
        return Contents.map((object) => object.Key as string);
      };
      return {
        storage,
        bucket: { name: Bucket, admin },
        async tracesOf(key) {
          const { Uploads = [] } = await admin.send(new ListMultipartUploadsCommand({ Bucket, Prefix: key }));
          return [...(await keysWith(key)), ...Uploads.map((upload) => `upload ${upload.UploadId} of ${upload.Key}`)];
        },
        async withoutStore() {
          // Port 9 (discard) of this machine: nothing listens there.
          const gone = new S3FileStorage(config(Bucket, 'http://127.0.0.1:9'));
          opened.push(gone);
          return gone;
        },
        async close() {
          for (let keys = await keysWith(); keys.length > 0; keys = await keysWith()) {
            await admin.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true } }));
          }
          await admin.send(new DeleteBucketCommand({ Bucket }));
          for (const each of opened) each.close();
          admin.destroy();
        },
      };
    },
  };
}
