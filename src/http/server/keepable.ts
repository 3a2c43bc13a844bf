import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HttpRequest, HttpResponse } from './request-context';
import { ifNoneMatch } from './if-none-match';

const BROTLI_QUALITY = 9;

/** Best first. They run in the thread pool. */
const ENCODINGS = {
  br: (plain: Buffer) => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (plain: Buffer) => promisify(gzip)(plain, { level: 9 }),
};
type Encoding = keyof typeof ENCODINGS;

/** Public content that clients may cache. */
export interface Keepable {
  type: string;
  /** Of the content; each encoding adds its own suffix. */
  etag: string;
  plain: Buffer;
  packed: readonly (readonly [Encoding, Buffer])[];
}

/** Compresses content once. */
export async function keepable(type: string, plain: Buffer): Promise<Keepable> {
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  // Fonts are compressed already.
  if (type.startsWith('font/')) return { type, etag, plain, packed: [] };
  const packed = Object.entries(ENCODINGS).map(async ([encoding, pack]) => [encoding as Encoding, await pack(plain)] as const);
  return { type, etag, plain, packed: await Promise.all(packed) };
}

/** @param isForever what has another name when it changes; everything else must be revalidated. */
export function sendKeepable(
  request: HttpRequest,
  response: HttpResponse,
  { type, etag, plain, packed }: Keepable,
  isForever = false,
): void {
  const [encoding, body] = packed.find(([name]) => request.acceptsEncodings([name]) === name) ?? [undefined, plain];
  const tag = `"${etag}${encoding ? `-${encoding}` : ''}"`;
  response.setHeader('Cache-Control', isForever ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.vary('Accept-Encoding');
  response.setHeader('ETag', tag);
  if (ifNoneMatch(request.headers['if-none-match'], tag)) {
    response.statusCode = 304;
    return void response.end();
  }
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Calls `make` on the first call only. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
