import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { create as contentDisposition } from 'content-disposition';
import type { S3Config } from '#src/config';
import { FileStorage, ObjectMissing, type ByteRange, type FileWriter, type Presentation } from '#application/ports/file-storage';
import { failpoint } from '../failpoints';
import { BufferPool, PartWriter } from '../part-writer';
import { returnable } from '../returnable';
import type { DependencyWatch } from '../dependencies/dependency-watch';
import { impatient } from './impatient';
import { isMissing, s3ClientOf } from './s3-client';

/** The least that S3 takes: the first part can be on its way soonest, and many uploads at once need little memory. */
const PART_BYTES = 5 * 1024 * 1024;
const PARTS_SENDING = 1;
const PARTS_KEPT = 16;

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
    failpoint('part-stored');
  }

  protected async finish(part: Buffer, index: number, sha256: string): Promise<void> {
    if (index === 0) await this.putWhole(part, sha256);
    else await this.complete(part, index);
    failpoint('object-stored');
  }

  private async complete(part: Buffer, index: number): Promise<void> {
    if (part.length > 0) await this.send(part, index);
    const UploadId = await this.uploadId();
    try {
      await this.client.send(new CompleteMultipartUploadCommand({ ...this.place, UploadId, MultipartUpload: { Parts: this.parts } }));
    } catch (error) {
      if (!isMissing(error) || !(await this.isWhole(index * PART_BYTES + part.length))) throw error;
    }
  }

  /** The answer to a first attempt was lost, and the second one finds the upload over: nobody else writes under this key. */
  private async isWhole(size: number): Promise<boolean> {
    const answer = await this.client.send(new HeadObjectCommand(this.place)).catch(() => null);
    return answer?.ContentLength === size;
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
  private readonly watch: DependencyWatch;
  private readonly ends: readonly { close(): void }[];
  private readonly bucket: string;
  private readonly silenceMs: number;

  constructor(config: S3Config) {
    super();
    const inside = s3ClientOf(config, config.endpoint);
    const outside = config.publicEndpoint === config.endpoint ? inside : s3ClientOf(config, config.publicEndpoint);
    ({ client: this.client, watch: this.watch } = inside);
    this.publicClient = outside.client;
    this.ends = [inside, outside];
    this.bucket = config.bucket;
    this.silenceMs = config.requestSeconds * 1000;
  }

  create(key: string): FileWriter {
    return new S3FileWriter(this.pool, this.client, this.bucket, key);
  }

  async read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const command = new GetObjectCommand({ Bucket: this.bucket, Key: key, ...(range && { Range: `bytes=${range.start}-${range.end}` }) });
    const answer = await this.client.send(command).catch((error: unknown) => {
      throw isMissing(error) ? new ObjectMissing(key) : error;
    });
    return returnable(impatient(answer.Body as IncomingMessage, this.silenceMs));
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
    failpoint('before-removal');
    const { Uploads = [] } = await this.client.send(new ListMultipartUploadsCommand({ Bucket: this.bucket, Prefix: key }));
    for (const { Key, UploadId } of Uploads) {
      if (Key === key) await this.client.send(new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId }));
    }
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
    failpoint('after-removal');
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

  probe(): Promise<void> {
    return this.watch.check();
  }

  close(): void {
    for (const end of this.ends) end.close();
  }
}
