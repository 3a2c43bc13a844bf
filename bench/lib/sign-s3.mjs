/** Signature version 4 by hand, payload unsigned: what a bare program needs to PUT and GET an object, and no more. */
import { createHash, createHmac } from 'node:crypto';

const hmac = (key, text) => createHmac('sha256', key).update(text).digest();
const NAMES = 'host;x-amz-content-sha256;x-amz-date';
const PAYLOAD = 'UNSIGNED-PAYLOAD';

/** Headers for one request. The path needs no escapes. */
export function signedHeaders({ endpoint, region, accessKeyId, secretAccessKey }, method, path, now = new Date()) {
  const { host } = new URL(endpoint);
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const canonical = [method, path, '', `host:${host}`, `x-amz-content-sha256:${PAYLOAD}`, `x-amz-date:${time}`, '', NAMES, PAYLOAD].join(
    '\n',
  );
  const toSign = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day));
  const signature = hmac(key, toSign).toString('hex');
  return {
    host,
    'x-amz-date': time,
    'x-amz-content-sha256': PAYLOAD,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${NAMES}, Signature=${signature}`,
  };
}
