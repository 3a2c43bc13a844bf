import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HttpResponse } from '../server/request-context';

/**
 * Streams a JSON list of any length with backpressure: the next batch is read when the client has taken the previous one.
 * An error before the first batch is a normal refusal; a later one breaks the connection, so that no client takes a part
 * for the whole list.
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
