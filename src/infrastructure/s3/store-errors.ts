import { DependencyDown } from '#application/errors';

/** No answer at all, or one that says that the store itself is in trouble. */
class StoreOutage extends DependencyDown {}

export const outage = (error: unknown) => new StoreOutage('the file store', { cause: error });

/** What a caller is told of an error of the SDK, or of a transfer. */
export function understood(error: unknown): unknown {
  if (isOutage(error)) return outage(error);
  return isClosedToUs(error) ? new DependencyDown('the file store refuses us', { cause: error }) : error;
}

export function isOutage(error: unknown): boolean {
  if (error instanceof StoreOutage) return true;
  const status = statusOf(error);
  if (status !== undefined) return status >= 500;
  const { name, code } = error as Error & { code?: string };
  return name === 'TimeoutError' || name === 'AbortError' || /^(E|UND_ERR_)[A-Z_]+$/.test(code ?? '');
}

/** Keys that were exchanged, a bucket that is gone: nothing that a caller could mend. */
function isClosedToUs(error: unknown): boolean {
  return [401, 403].includes(statusOf(error) ?? 0) || (error as Error).name === 'NoSuchBucket';
}

const statusOf = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

export const isMissing = (error: unknown) => statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket';
