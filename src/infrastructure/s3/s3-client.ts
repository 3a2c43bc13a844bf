import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Config } from '#src/config';
import type { StoreTelemetry } from '../telemetry/store-telemetry';
import type { DependencyWatch } from '../dependencies/dependency-watch';
import { isOutage, outage, understood } from './store-errors';

/** Of every call, by the SDK or not. */
export const TRIES = 3;
export const CONNECT_MS = 3000;
export const MOST_SOCKETS = 100;

/** `HeadObjectCommand` is HeadObject. */
const nameOf = ({ commandName = '' }: { commandName?: string }) => commandName.replace(/Command$/, '');

/** A client of the store that keeps deadlines. */
export function s3ClientOf(config: S3Config, telemetry: StoreTelemetry, watch: DependencyWatch): S3Client {
  const settings = {
    endpoint: config.endpoint,
    region: config.region,
    forcePathStyle: true,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey.reveal() },
    // Stores that are not AWS take the default trailing checksums badly; we send our own where they are understood.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: TRIES,
    cacheMiddleware: true,
    // By default the SDK has no time-out.
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: config.requestSeconds * 1000,
      throwOnRequestTimeout: true,
      httpsAgent: { maxSockets: MOST_SOCKETS },
      httpAgent: { maxSockets: MOST_SOCKETS },
    },
  } satisfies S3ClientConfig;
  const client = new S3Client(settings);
  // When the store has been found silent meanwhile, the next try is spared.
  tellOutages(client, config.bucket, (name, call) => watch.run(() => telemetry.call(name, call)));
  return client;
}

/** What the SDK makes of an error between its tries does not always show what it was. `attempt` makes each try. */
function tellOutages(client: S3Client, bucket: string, attempt: <T>(name: string, call: () => Promise<T>) => Promise<T>): void {
  const outages = new WeakSet<object>();
  client.middlewareStack.add(
    (next, context) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw outages.has(context) ? outage(error) : understood(error, bucket);
      }
    },
    { step: 'initialize', name: 'outages', priority: 'high' },
  );
  client.middlewareStack.add(
    (next, context) => async (args) => {
      outages.delete(context);
      try {
        return await attempt(nameOf(context), () => next(args));
      } catch (error) {
        if (isOutage(error)) outages.add(context);
        throw error;
      }
    },
    { step: 'finalizeRequest', name: 'watch', priority: 'low' },
  );
}
