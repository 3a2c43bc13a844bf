import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const CLOCK_SKEW_MS = 15 * 60_000;

const hex = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** `20261122T120000Z` */
const timeOf = (stamp: string) => Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

interface Signed {
  credential: string;
  signedHeaders: string;
  signature: string;
  stamp: string;
  payload: string;
  validMs: number;
}

function fromHeaders({ headers }: IncomingMessage): Signed | null {
  const parts = new RegExp(`^${ALGORITHM} Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$`).exec(
    headers.authorization ?? '',
  );
  if (!parts) return null;
  const [, credential = '', signedHeaders = '', signature = ''] = parts;
  const [stamp, payload] = [String(headers['x-amz-date']), String(headers['x-amz-content-sha256'])];
  return { credential, signedHeaders, signature, stamp, payload, validMs: CLOCK_SKEW_MS };
}

function fromQuery(query: URLSearchParams): Signed | null {
  if (query.get('X-Amz-Algorithm') !== ALGORITHM) return null;
  const of = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  return {
    credential: of('Credential'),
    signedHeaders: of('SignedHeaders'),
    signature: of('Signature'),
    stamp: of('Date'),
    payload: 'UNSIGNED-PAYLOAD',
    validMs: Number(of('Expires')) * 1000,
  };
}

/** Why the request may not be served (AWS Signature Version 4), or null. */
export function whyNotSigned(request: IncomingMessage, url: URL, keys: S3Keys): string | null {
  const signed = fromHeaders(request) ?? fromQuery(url.searchParams);
  if (!signed) return 'AccessDenied';
  const [accessKeyId, ...scope] = signed.credential.split('/');
  if (accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId';
  const age = Date.now() - timeOf(signed.stamp);
  if (!(age < signed.validMs && age > -CLOCK_SKEW_MS)) return url.searchParams.has('X-Amz-Date') ? 'AccessDenied' : 'RequestTimeTooSkewed';
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  const names = signed.signedHeaders.split(';');
  const canonical = [
    request.method,
    url.pathname,
    query.sort().join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signed.signedHeaders,
    signed.payload,
  ].join('\n');
  const secret = scope.reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${keys.secretAccessKey}`) as Buffer;
  const wanted = hmac(secret, [ALGORITHM, signed.stamp, scope.join('/'), hex(canonical)].join('\n')).toString('hex');
  return wanted === signed.signature ? null : 'SignatureDoesNotMatch';
}
