import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { crc32 } from 'node:zlib';
import { create as contentDisposition } from 'content-disposition';
import type { S3Signer } from '#libs/s3-signature';
import type { S3Config } from '#src/config';
import { WriteConflict } from '#application/support/errors';
import { FileStorage, ObjectMissing, type ByteRange, type FileWriter, type Presentation } from '#application/ports/files';
import { failpoint } from '../support/failpoints';
import { PartDigests } from '../workers/part-digests';
import { BufferPool, PartWriter } from '../support/part-writer';
import { returnable } from '../support/returnable';
import { DependencyWatch } from '../dependencies/dependency-watch';
import { StoreTelemetry } from '../telemetry/store-telemetry';
import { ObjectTransfer, placeOf, signerOf, type Place } from './object-transfer';
import { beginUpload, completeUpload, type StoredPart } from './multipart-upload';
import { removeObject } from './remove-object';
import { s3ClientOf } from './s3-client';
import { StoreClock } from './store-clock';
import { BucketMissing, isMissing, isOutage } from './store-errors';
import { expireUploads } from './upload-expiry';

/** The least that S3 takes as a part: the first part can be on its way soonest, and many uploads at once need little memory. */
const BUFFER_BYTES = 5 * 1024 * 1024;
const BUFFERS_KEPT = 16;
/** Of all uploads, before those of two parts free the first one early: 60 MiB. */
const BUFFERS_BUDGET = 12;
const PARTS_SENDING = 1;
/** Fewer and larger parts cost the store and us less time, but memory: so many objects at a time have them. */
const LARGE = { fromBytes: 50 * 1024 * 1024, partBytes: 7 * 1024 * 1024, most: 2 };

const CONTENT = { 'content-type': 'application/octet-stream' };

const big = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes.toString('base64');
};

/** The sweeper has ended the upload: its lease was over. */
function endedElsewhere(error: unknown): never {
  throw isMissing(error) ? new WriteConflict('the upload is no longer there', { cause: error }) : error;
}

/** An object of one part is one PUT, checked against its SHA-256; a larger one a multipart upload, each part against a CRC-32. */
class S3FileWriter extends PartWriter {
  private upload: Promise<string> | undefined;
  private readonly parts: StoredPart[] = [];

  constructor(
    pool: BufferPool,
    digests: PartDigests,
    private readonly client: S3Client,
    private readonly transfer: ObjectTransfer,
    private readonly bucket: string,
    private readonly key: string,
    stored: (bytes: number) => void,
    partBytes: number,
    private readonly onFault: StoreTelemetry['onFault'],
  ) {
    super(pool, digests, PARTS_SENDING, stored, partBytes);
  }

  protected async send(part: Buffer, index: number): Promise<void> {
    const uploadId = await this.uploadId();
    const crc = big(crc32(part));
    const sent = this.transfer.put({
      name: 'UploadPart',
      key: this.key,
      query: { partNumber: String(index + 1), uploadId },
      headers: { ...CONTENT, 'x-amz-checksum-crc32': crc, 'x-amz-sdk-checksum-algorithm': 'CRC32' },
      body: [part],
    });
    const answer = await sent.catch(endedElsewhere);
    this.parts[index] = { etag: answer.etag ?? '', crc32: answer['x-amz-checksum-crc32'] as string | undefined };
    failpoint('part-stored');
  }

  protected async finish(size: number): Promise<void> {
    try {
      await completeUpload(this.transfer, this.key, await this.uploadId(), this.parts);
    } catch (error) {
      if (!isMissing(error) || !(await this.isWhole(size))) endedElsewhere(error);
    }
    failpoint('object-stored');
  }

  /** The answer of a first attempt was lost and the second finds no upload: it succeeded, because keys are written once. */
  private async isWhole(size: number): Promise<boolean> {
    const answer = await this.client.send(new HeadObjectCommand(this.place)).catch(() => null);
    return answer?.ContentLength === size;
  }

  protected async discard(): Promise<void> {
    const UploadId = await this.upload?.catch(() => undefined);
    if (UploadId) await this.client.send(new AbortMultipartUploadCommand({ ...this.place, UploadId })).catch(() => undefined);
    await removeObject(this.client, this.bucket, this.key, this.onFault);
  }

  /** The checksum is the hash that is signed: the store compares the bytes with it, and keeps it. */
  protected async finishWhole(part: Buffer, sha256: string): Promise<void> {
    const checksum = Buffer.from(sha256, 'hex').toString('base64');
    const headers = { ...CONTENT, 'x-amz-checksum-sha256': checksum, 'x-amz-sdk-checksum-algorithm': 'SHA256' };
    await this.transfer.put({ name: 'PutObject', key: this.key, headers, body: [part], payloadHash: sha256 });
    failpoint('object-stored');
  }

  private get place() {
    return { Bucket: this.bucket, Key: this.key };
  }

  private uploadId(): Promise<string> {
    return (this.upload ??= beginUpload(this.transfer, this.key));
  }
}

/** Objects in a bucket of any S3 (MinIO, Ceph RGW, AWS). */
export class S3FileStorage extends FileStorage {
  private readonly pool = new BufferPool(BUFFER_BYTES, BUFFERS_KEPT, BUFFERS_BUDGET);
  private readonly digests: PartDigests;
  private readonly client: S3Client;
  private readonly watch: DependencyWatch;
  private readonly clock: StoreClock;
  private readonly transfer: ObjectTransfer;
  private readonly signer: S3Signer;
  /** The address under which clients, not we, reach the store. */
  private readonly outside: Place;
  private readonly bucket: string;

  constructor(
    config: S3Config,
    private readonly telemetry = new StoreTelemetry(),
  ) {
    super();
    this.digests = new PartDigests(telemetry.onFault);
    this.clock = new StoreClock(telemetry.skewed);
    this.watch = new DependencyWatch('the file store', (withinMs) => this.transfer.probe(withinMs), isOutage);
    this.transfer = new ObjectTransfer(config, this.watch, telemetry, this.clock);
    this.client = s3ClientOf(config, telemetry, this.watch);
    this.signer = signerOf(config);
    this.outside = placeOf(config.publicEndpoint, config.bucket);
    this.bucket = config.bucket;
  }

  create(key: string, expectedBytes = 0): FileWriter {
    const isLarge = expectedBytes >= LARGE.fromBytes && this.pool.large < LARGE.most;
    const partBytes = isLarge ? LARGE.partBytes : BUFFER_BYTES;
    const { stored, onFault } = this.telemetry;
    return new S3FileWriter(this.pool, this.digests, this.client, this.transfer, this.bucket, key, stored, partBytes, onFault);
  }

  async read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const headers = range && { range: `bytes=${range.start}-${range.end}` };
    const body = await this.transfer.get(key, headers).catch((error: unknown) => {
      throw isMissing(error) ? new ObjectMissing(key) : error;
    });
    return returnable(body);
  }

  async readAtOnce(): Promise<null> {
    return null;
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
    await removeObject(this.client, this.bucket, key, this.telemetry.onFault);
    failpoint('after-removal');
  }

  async *keys(): AsyncIterable<string> {
    for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket })) {
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
    }
  }

  /** False: there is one already. */
  async createBucket(): Promise<boolean> {
    const place = { Bucket: this.bucket };
    const isThere = await this.client.send(new HeadBucketCommand(place)).then(
      () => true,
      (error: unknown) => {
        if (isMissing(error) || error instanceof BucketMissing) return false;
        throw error;
      },
    );
    if (!isThere) await this.client.send(new CreateBucketCommand(place));
    return !isThere;
  }

  /** Of uploads that no journal knows, as after a restore. False: the store has no such rule. */
  expireUploads(days: number): Promise<boolean> {
    return expireUploads(this.client, this.bucket, days);
  }

  async temporaryUrl(key: string, { fileName, contentType, inline }: Presentation, seconds: number): Promise<string> {
    const { origin, host, folder } = this.outside;
    const query = {
      'response-content-type': contentType,
      'response-content-disposition': contentDisposition(fileName, { type: inline ? 'inline' : 'attachment' }),
      'response-cache-control': 'private, no-store',
    };
    return origin + this.signer.presign({ method: 'GET', host, path: `${folder}/${key}`, query }, seconds, this.clock.now());
  }

  probe(): Promise<void> {
    return this.watch.check();
  }

  close(): void {
    this.watch.stop();
    this.client.destroy();
    this.transfer.close();
  }
}
