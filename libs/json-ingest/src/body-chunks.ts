import { Readable } from 'node:stream';

/** Error codes of a closed connection. */
const ENDED_EARLY = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/**
 * The chunks of a body. Leaving their loop early lets go of a stream without destroying it: over HTTP the caller can still answer,
 * and drain or destroy the request as it likes.
 */
export function bodyChunks(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return body instanceof Readable ? { [Symbol.asyncIterator]: () => body.iterator({ destroyOnReturn: false }) } : body;
}

/** Does this error of a body say no more than that its sender went away? */
export function isEarlyEnd(error: unknown): boolean {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && ENDED_EARLY.has(code);
}
