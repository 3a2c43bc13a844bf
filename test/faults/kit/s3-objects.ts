import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export class S3Error extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

export interface StubObject {
  bytes: Buffer;
  etag: string;
}

interface Upload {
  key: string;
  parts: Map<number, StubObject>;
}

function objectOf(bytes: Buffer): StubObject {
  return { bytes, etag: `"${randomBytes(16).toString('hex')}"` };
}

/** What a client announces of a body, and what the body must then be. */
export function checkAnnounced(body: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): void {
  const sha256 = (encoding: 'hex' | 'base64') => createHash('sha256').update(body).digest(encoding);
  const crc = () => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(crc32(body) >>> 0);
    return bytes.toString('base64');
  };
  const announced: [string, () => string, string][] = [
    ['x-amz-content-sha256', () => sha256('hex'), 'XAmzContentSHA256Mismatch'],
    ['x-amz-checksum-sha256', () => sha256('base64'), 'BadDigest'],
    ['x-amz-checksum-crc32', crc, 'BadDigest'],
  ];
  for (const [name, real, code] of announced) {
    const said = headers[name];
    if (said !== undefined && said !== 'UNSIGNED-PAYLOAD' && said !== real()) throw new S3Error(400, code);
  }
}

/** The objects and unfinished uploads of one bucket. */
export class StubBucket {
  readonly objects = new Map<string, StubObject>();
  readonly uploads = new Map<string, Upload>();

  get(key: string): StubObject {
    const object = this.objects.get(key);
    if (!object) throw new S3Error(404, 'NoSuchKey');
    return object;
  }

  /** `fresh`: only where there is none yet. */
  put(key: string, bytes: Buffer, fresh: boolean): StubObject {
    if (fresh && this.objects.has(key)) throw new S3Error(412, 'PreconditionFailed');
    const object = objectOf(bytes);
    this.objects.set(key, object);
    return object;
  }

  begin(key: string): string {
    const id = randomBytes(16).toString('hex');
    this.uploads.set(id, { key, parts: new Map() });
    return id;
  }

  part(id: string, key: string, number: number, bytes: Buffer): StubObject {
    const part = objectOf(bytes);
    this.upload(id, key).parts.set(number, part);
    return part;
  }

  complete(id: string, key: string, chosen: readonly { number: number; etag: string }[]): StubObject {
    const upload = this.upload(id, key);
    const parts = chosen.map(({ number, etag }) => {
      const part = upload.parts.get(number);
      if (part?.etag !== etag) throw new S3Error(400, 'InvalidPart');
      return part;
    });
    const small = parts.slice(0, -1).some(({ bytes }) => bytes.length < 5 * 1024 * 1024);
    if (parts.length === 0 || small) throw new S3Error(400, small ? 'EntityTooSmall' : 'MalformedXML');
    if (chosen.some(({ number }, index) => index > 0 && number <= chosen[index - 1]!.number)) throw new S3Error(400, 'InvalidPartOrder');
    const object = objectOf(Buffer.concat(parts.map((part) => part.bytes)));
    this.objects.set(key, object);
    this.uploads.delete(id);
    return object;
  }

  abort(id: string, key: string): void {
    this.upload(id, key);
    this.uploads.delete(id);
  }

  /** In the order of their bytes, after a key. */
  list(prefix: string, after: string, most: number): { keys: string[]; more: boolean } {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    return { keys: keys.slice(0, most), more: keys.length > most };
  }

  private upload(id: string, key: string): Upload {
    const upload = this.uploads.get(id);
    if (upload?.key !== key) throw new S3Error(404, 'NoSuchUpload');
    return upload;
  }
}
