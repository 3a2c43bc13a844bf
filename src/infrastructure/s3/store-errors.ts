import { DependencyDown, DependencyRefuses } from '#application/support/errors';

/** No answer, or an internal error of the store. */
class StoreOutage extends DependencyDown {}

/** The store's error codes, as named by the SDK. */
export class StoreRefusal extends Error {
  readonly $metadata: { httpStatusCode: number };

  constructor(status: number, text: string) {
    const name = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? 'UnknownError';
    super(`the file store answers ${status} ${name}`);
    this.name = name;
    this.$metadata = { httpStatusCode: status };
  }
}

export const tooLate = () => Object.assign(new Error('the file store did not answer in time'), { name: 'TimeoutError' });

/** Refused because of clock skew; the answer has the store's time. */
export const isSkewed = (error: unknown) => (error as Error).name === 'RequestTimeTooSkewed';

/** What S3 says of a moment, with statuses of its own. */
const PASSING = ['RequestTimeout', 'SlowDown', 'TooManyRequests'];

export const outage = (error: unknown) => new StoreOutage('the file store', { cause: error });

/** There is no bucket of that name. */
export class BucketMissing extends DependencyRefuses {
  constructor(
    readonly bucket: string,
    cause: unknown,
  ) {
    super(`the bucket ${bucket} does not exist`, { cause });
  }
}

/** Maps an error of the SDK or of a transfer to the caller's error. */
export function understood(error: unknown, bucket: string): unknown {
  if (isOutage(error)) return outage(error);
  if (nameOf(error) === NO_BUCKET) return new BucketMissing(bucket, error);
  return isClosedToUs(error) ? new DependencyRefuses('the file store refuses us', { cause: error }) : error;
}

export function isOutage(error: unknown): boolean {
  if (error instanceof StoreOutage) return true;
  const { name, code } = error as Error & { code?: string };
  const status = statusOf(error);
  if (status !== undefined) return status >= 500 || status === 429 || PASSING.includes(name);
  return name === 'TimeoutError' || name === 'AbortError' || /^(E|HPE_)[A-Z_]+$/.test(code ?? '');
}

/** Wrong keys: an error of configuration. */
const isClosedToUs = (error: unknown) => [401, 403].includes(statusOf(error) ?? 0);

const NO_BUCKET = 'NoSuchBucket';
const nameOf = (error: unknown) => (error as Error).name;

const statusOf = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

export const isMissing = (error: unknown) => statusOf(error) === 404 && nameOf(error) !== NO_BUCKET;
