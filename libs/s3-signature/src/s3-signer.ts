import { createHmac, hash } from 'node:crypto';

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

export interface S3Request {
  method: string;
  /** As in the URL, with a port that is not the scheme's own. */
  host: string;
  /** With the bucket, where it is part of the path; not escaped. */
  path: string;
  query?: Readonly<Record<string, string>>;
  /** All are signed. Names in small letters. */
  headers?: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hex; without it, the body is not signed. */
  payloadHash?: string;
}

const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';
const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Signature version 4 for S3: single requests, in headers or in a URL. No chunks, no session tokens. */
export class S3Signer {
  private day = '';
  private key: Buffer = Buffer.alloc(0);

  constructor(private readonly credentials: S3Credentials) {}

  /** The path and query to be sent, and all headers of the request, `authorization` among them. */
  sign(request: S3Request, now = new Date()): { target: string; headers: Record<string, string> } {
    const time = stampOf(now);
    const payload = request.payloadHash ?? UNSIGNED_PAYLOAD;
    const headers: Record<string, string> = { ...request.headers, host: request.host, 'x-amz-content-sha256': payload, 'x-amz-date': time };
    const names = Object.keys(headers).sort();
    const [path, query] = [escapePath(request.path), queryOf(request.query)];
    const lines = names.map((name) => `${name}:${headers[name]!.trim().replace(/ +/g, ' ')}`);
    const canonical = [request.method, path, query, ...lines, '', names.join(';'), payload].join('\n');
    const signature = this.signature(time, canonical);
    const credential = `${this.credentials.accessKeyId}/${this.scope(time)}`;
    headers['authorization'] = `${ALGORITHM} Credential=${credential},SignedHeaders=${names.join(';')},Signature=${signature}`;
    return { target: query === '' ? path : `${path}?${query}`, headers };
  }

  /** Path and query of a URL that whoever has it may use for so many seconds; only the host is signed of its headers. */
  presign({ method, host, path, query }: S3Request, seconds: number, now = new Date()): string {
    const time = stampOf(now);
    const escaped = escapePath(path);
    const signed = queryOf({
      ...query,
      'X-Amz-Algorithm': ALGORITHM,
      'X-Amz-Credential': `${this.credentials.accessKeyId}/${this.scope(time)}`,
      'X-Amz-Date': time,
      'X-Amz-Expires': String(seconds),
      'X-Amz-SignedHeaders': 'host',
    });
    const canonical = [method, escaped, signed, `host:${host}`, '', 'host', UNSIGNED_PAYLOAD].join('\n');
    return `${escaped}?${signed}&X-Amz-Signature=${this.signature(time, canonical)}`;
  }

  private signature(time: string, canonical: string): string {
    const toSign = [ALGORITHM, time, this.scope(time), hash('sha256', canonical)].join('\n');
    return createHmac('sha256', this.keyOf(time.slice(0, 8)))
      .update(toSign)
      .digest('hex');
  }

  private scope(time: string): string {
    return `${time.slice(0, 8)}/${this.credentials.region}/s3/aws4_request`;
  }

  /** One key serves a whole day. */
  private keyOf(day: string): Buffer {
    if (day !== this.day) {
      const { secretAccessKey, region } = this.credentials;
      const first = hmac(Buffer.from(`AWS4${secretAccessKey}`), day);
      this.key = [region, 's3', 'aws4_request'].reduce(hmac, first);
      this.day = day;
    }
    return this.key;
  }
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** `20130524T000000Z` */
const stampOf = (now: Date) => now.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** Everything but letters, digits and `-._~`, by its UTF-8 bytes. */
const escape = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const escapePath = (path: string) => path.split('/').map(escape).join('/');

/** Sorted as it is to be signed: by the escaped names. */
const queryOf = (query: Readonly<Record<string, string>> = {}) =>
  Object.entries(query)
    .map(([name, value]) => [escape(name), escape(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
