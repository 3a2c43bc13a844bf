import { edgeOf, type EdgeRequest } from './edge-request';

/** How much must arrive in each span of time. */
interface Pace {
  bytes: number;
  everyMs: number;
}

/** A small body comes at once or not at all. */
export const PLAIN_PACE: Pace = { bytes: 256 * 1024, everyMs: 30_000 };
/** About the slowest line that somebody would send a file over. */
export const UPLOAD_PACE: Pace = { bytes: 64 * 1024, everyMs: 60_000 };

/**
 * The chunks of a body, as long as it keeps the pace: one byte now and then would hold its place for ever. Time that we
 * take ourselves, because the store is slow, does not count. Leaving the loop leaves the request whole, for its answer.
 */
export async function* atLeastAtAWalk(request: EdgeRequest, { bytes, everyMs }: Pace): AsyncIterable<Buffer> {
  const edge = edgeOf(request);
  let arrived = 0;
  let waiting = true;
  const timer = setInterval(() => {
    if (waiting && arrived < bytes) request.destroy();
    arrived = 0;
  }, everyMs).unref();
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      arrived += chunk.length;
      edge.bytesIn += chunk.length;
      waiting = false;
      yield chunk;
      waiting = true;
    }
  } finally {
    clearInterval(timer);
  }
}
