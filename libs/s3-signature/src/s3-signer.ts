import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

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

type Pair = readonly [name: string, value: string];

const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';
const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Signature version 4 for S3: single requests, in headers or in a URL. No chunks, no session tokens. */
export class S3Signer {
  private second = NaN;
  private time = '';
  private day = '';
  private scope = '';
  private credential = '';
  private key: KeyObject | undefined;

  constructor(private readonly credentials: S3Credentials) {}

  /** The path and query to be sent, and all headers of the request, `authorization` among them. */
  sign(request: S3Request, now = new Date()): { target: string; headers: Record<string, string> } {
    this.setClock(now);
    const payload = request.payloadHash ?? UNSIGNED_PAYLOAD;
    const headers: Record<string, string> = {
      ...request.headers,
      host: request.host,
      'x-amz-content-sha256': payload,
      'x-amz-date': this.time,
    };
    const names = Object.keys(headers).sort();
    const [path, query] = [escapePath(request.path), sorted(pairsOf(request.query))];
    const lines = names.map((name) => `${name}:${headers[name]!.trim().replace(/ +/g, ' ')}`);
    const canonical = [request.method, path, query, ...lines, '', names.join(';'), payload].join('\n');
    const signature = this.signature(canonical);
    headers['authorization'] = `${ALGORITHM} Credential=${this.credential},SignedHeaders=${names.join(';')},Signature=${signature}`;
    return { target: query === '' ? path : `${path}?${query}`, headers };
  }

  /** Path and query of a URL that whoever has it may use for so many seconds; only the host is signed of its headers. */
  presign({ method, host, path, query }: S3Request, seconds: number, now = new Date()): string {
    this.setClock(now);
    const escaped = escapePath(path);
    const signed = sorted([
      ...pairsOf(query),
      ['X-Amz-Algorithm', ALGORITHM],
      ['X-Amz-Credential', escape(this.credential)],
      ['X-Amz-Date', this.time],
      ['X-Amz-Expires', String(seconds)],
      ['X-Amz-SignedHeaders', 'host'],
    ]);
    const canonical = `${method}\n${escaped}\n${signed}\nhost:${host}\n\nhost\n${UNSIGNED_PAYLOAD}`;
    return `${escaped}?${signed}&X-Amz-Signature=${this.signature(canonical)}`;
  }

  private signature(canonical: string): string {
    const toSign = `${ALGORITHM}\n${this.time}\n${this.scope}\n${hash('sha256', canonical)}`;
    return createHmac('sha256', this.key!).update(toSign).digest('hex');
  }

  /** All that depends on the time alone is the same for a second, most of it for a day. */
  private setClock(now: Date): void {
    const second = Math.floor(now.getTime() / 1000);
    if (second === this.second) return;
    this.second = second;
    this.time = stampOf(now);
    const day = this.time.slice(0, 8);
    if (day === this.day) return;
    const { accessKeyId, secretAccessKey, region } = this.credentials;
    this.day = day;
    this.scope = `${day}/${region}/s3/aws4_request`;
    this.credential = `${accessKeyId}/${this.scope}`;
    const first = hmac(Buffer.from(`AWS4${secretAccessKey}`), day);
    this.key = createSecretKey([region, 's3', 'aws4_request'].reduce(hmac, first));
  }
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** `20130524T000000Z` */
const stampOf = (now: Date) => now.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** Nothing in it is to be escaped. */
const PLAIN = /^[\w.~-]*$/;
const PLAIN_PATH = /^[\w.~/-]*$/;

/** Everything but letters, digits and `-._~`, by its UTF-8 bytes. */
const escape = (text: string) => (PLAIN.test(text) ? text : encoded(text));

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const escapePath = (path: string) => (PLAIN_PATH.test(path) ? path : path.split('/').map(encoded).join('/'));

const pairsOf = (query: Readonly<Record<string, string>> = {}): Pair[] =>
  Object.entries(query).map(([name, value]) => [escape(name), escape(value)]);

/** As it is to be signed: by the escaped names. */
const sorted = (pairs: Pair[]) =>
  pairs
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
