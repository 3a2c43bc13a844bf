import { randomBytes } from 'node:crypto';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';

/** Keys that only this run knows, which also proves that the server that answers is the one that was started. */
export const freshKeys = () => ({ accessKeyId: `AK${randomBytes(9).toString('hex')}`, secretAccessKey: randomBytes(20).toString('hex') });

const clientOf = ({ endpoint, accessKeyId, secretAccessKey }) =>
  new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: { accessKeyId, secretAccessKey }, maxAttempts: 1 });

/** Fails unless the server at the endpoint knows the keys. */
export async function answers(server) {
  const client = clientOf(server);
  try {
    await client.send(new ListBucketsCommand({}), { abortSignal: AbortSignal.timeout(10_000) });
  } finally {
    client.destroy();
  }
}
