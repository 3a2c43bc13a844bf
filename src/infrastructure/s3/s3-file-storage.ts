import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { create as contentDisposition } from 'content-disposition';
import { DependencyDown } from '#application/errors';
import type { S3Config } from '#src/config';
import { FileStorage, ObjectMissing, type ByteRange, type FileWriter, type Presentation } from '#application/ports/file-storage';
import { BufferPool, PartWriter } from '../part-writer';
import { returnable } from '../returnable';

/** The least that S3 takes: the first part can be on its way soonest, and many uploads at once need little memory. */
const PART_BYTES = 5 * 1024 * 1024;
const PARTS_SENDING = 1;
const PARTS_KEPT = 16;

function clientOf(config: S3Config, endpoint: string): S3Client {
  const client = new S3Client({
    endpoint,
    region: config.region,
    forcePathStyle: true,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey.reveal() },
    // Stores that are not AWS take the default trailing checksums badly; we send our own where they are understood.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    cacheMiddleware: true,
    // Or each part would wait for the store's leave, on a connection of its own.
    expectContinueHeader: false,
    // The SDK waits for ever unless it is told otherwise (reliability §0.9).
    requestHandler: {
      connectionTimeout: 3000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      httpsAgent: { maxSockets: 100 },
      httpAgent: { maxSockets: 100 },
    },
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw isOutage(error) ? new DependencyDown('the file store', { cause: error }) : error;
      }
    },
    { step: 'initialize', name: 'outages', priority: 'high' },
  );
  client.middlewareStack.add(
    (next) => (args) => {
      announceHash((args.request as { headers: Record<string, string> }).headers);
      return next(args);
    },
    { step: 'build', name: 'announceHash' },
  );
  return client;
}

/**
 * The SDK would hash each body once more to sign it. The checksum that we send is among the signed headers, and the store checks
 * the bytes against it: a SHA-256 is the very hash that is to be signed, a CRC-32 stands for a body that is not signed.
 */
function announceHash(headers: Record<string, string>): void {
  const sha256 = headers['x-amz-checksum-sha256'];
  if (sha256 !== undefined) headers['x-amz-content-sha256'] = Buffer.from(sha256, 'base64').toString('hex');
  else if (headers['x-amz-checksum-crc32'] !== undefined) headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
}

/** No answer at all, or one that says that the store itself is in trouble. */
function isOutage(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) return status >= 500;
  const { name, code } = error as Error & { code?: string };
  return name === 'TimeoutError' || /^E[A-Z_]+$/.test(code ?? '');
}

const statusOf = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
const isMissing = (error: unknown) => statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket';

const big = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes.toString('base64');
};

/** An object of one part is one PUT, checked against its SHA-256; a larger one a multipart upload, each part against a CRC-32. */
class S3FileWriter extends PartWriter {
  private upload: Promise<string> | undefined;
  private readonly parts: CompletedPart[] = [];

  constructor(
    pool: BufferPool,
    private readonly client: S3Client,
    private readonly bucket: string,
    private readonly key: string,
  ) {
    super(pool, PARTS_SENDING);
  }

  protected async send(part: Buffer, index: number): Promise<void> {
    const UploadId = await this.uploadId();
    const answer = await this.client.send(
      new UploadPartCommand({
        ...this.place,
        UploadId,
        PartNumber: index + 1,
        Body: part,
        ContentLength: part.length,
        ChecksumAlgorithm: 'CRC32',
        ChecksumCRC32: big(crc32(part)),
      }),
    );
    this.parts[index] = { PartNumber: index + 1, ETag: answer.ETag, ChecksumCRC32: answer.ChecksumCRC32 };
  }

  protected async finish(part: Buffer, index: number, sha256: string): Promise<void> {
    if (index === 0) return this.putWhole(part, sha256);
    if (part.length > 0) await this.send(part, index);
    await this.client.send(
      new CompleteMultipartUploadCommand({ ...this.place, UploadId: await this.uploadId(), MultipartUpload: { Parts: this.parts } }),
    );
  }

  protected async discard(): Promise<void> {
    const UploadId = await this.upload?.catch(() => undefined);
    if (UploadId) await this.client.send(new AbortMultipartUploadCommand({ ...this.place, UploadId })).catch(() => undefined);
    await this.client.send(new DeleteObjectCommand(this.place));
  }

  private async putWhole(part: Buffer, sha256: string): Promise<void> {
    await this.client.send(
      new PutObjectCommand({
        ...this.place,
        Body: part,
        ContentLength: part.length,
        ChecksumAlgorithm: 'SHA256',
        ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
      }),
    );
  }

  private get place() {
    return { Bucket: this.bucket, Key: this.key };
  }

  private uploadId(): Promise<string> {
    this.upload ??= this.client
      .send(new CreateMultipartUploadCommand({ ...this.place, ChecksumAlgorithm: 'CRC32' }))
      .then((answer) => answer.UploadId as string);
    return this.upload;
  }
}

/** Objects in a bucket of any S3 (MinIO, Ceph RGW, AWS). */
export class S3FileStorage extends FileStorage {
  private readonly pool = new BufferPool(PART_BYTES, PARTS_KEPT);
  private readonly client: S3Client;
  /** Signs for the address under which clients, not we, reach the store. */
  private readonly publicClient: S3Client;
  private readonly bucket: string;

  constructor(config: S3Config) {
    super();
    this.client = clientOf(config, config.endpoint);
    this.publicClient = config.publicEndpoint === config.endpoint ? this.client : clientOf(config, config.publicEndpoint);
    this.bucket = config.bucket;
  }

  create(key: string): FileWriter {
    return new S3FileWriter(this.pool, this.client, this.bucket, key);
  }

  async read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const command = new GetObjectCommand({ Bucket: this.bucket, Key: key, ...(range && { Range: `bytes=${range.start}-${range.end}` }) });
    const answer = await this.client.send(command).catch((error: unknown) => {
      throw isMissing(error) ? new ObjectMissing(key) : error;
    });
    return returnable(answer.Body as Readable);
  }

  async size(key: string): Promise<number | null> {
    try {
      const answer = await this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
      return answer.ContentLength ?? 0;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** The parts of an upload that was broken off lie beside the objects, unseen: they go, too. */
  async remove(key: string): Promise<void> {
    const { Uploads = [] } = await this.client.send(new ListMultipartUploadsCommand({ Bucket: this.bucket, Prefix: key }));
    for (const { Key, UploadId } of Uploads) {
      if (Key === key) await this.client.send(new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId }));
    }
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
  }

  async *keys(): AsyncIterable<string> {
    for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket })) {
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
    }
  }

  async temporaryUrl(key: string, { fileName, contentType, inline }: Presentation, seconds: number): Promise<string> {
    const command = new GetObjectCommand({
      Bucket: this.bucket,
      Key: key,
      ResponseContentType: contentType,
      ResponseContentDisposition: contentDisposition(fileName, { type: inline ? 'inline' : 'attachment' }),
      ResponseCacheControl: 'private, no-store',
    });
    return getSignedUrl(this.publicClient, command, { expiresIn: seconds });
  }

  async probe(): Promise<void> {
    await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }));
  }

  close(): void {
    this.client.destroy();
    this.publicClient.destroy();
  }
}
