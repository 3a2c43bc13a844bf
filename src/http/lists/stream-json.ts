import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HttpResponse } from '../server/request-context';

/**
 * Writes a JSON list of any length while its items are read: a batch is asked for when the client has taken the one before.
 * A failure before the first batch is refused like any other; after it the connection breaks, so that nobody takes half a
 * list for the whole.
 */
export async function streamJson(response: HttpResponse, batches: AsyncIterable<readonly object[]>): Promise<void> {
  response.setHeader('Content-Type', 'application/json');
  if (response.req.method === 'HEAD') return void response.end();
  const texts = asList(batches);
  const first = await texts.next();
  const all = async function* () {
    yield first.value as string;
    yield* texts;
  };
  await pipeline(Readable.from(all(), { highWaterMark: 1 }), response);
}

async function* asList(batches: AsyncIterable<readonly object[]>): AsyncGenerator<string, void> {
  let before = '[';
  for await (const items of batches) {
    if (items.length === 0) continue;
    yield before + items.map((item) => JSON.stringify(item)).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
