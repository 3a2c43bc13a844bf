import { BodyReader } from './body-reader';
import { bodyChunks, isEarlyEnd } from './body-chunks';
import { IngestError } from './ingest-error';
import type { IngestOptions } from './ingest-options';
import type { LiftedFile } from './lifted-file';

export interface Ingested {
  /** The body as JSON.parse would give it, with a LiftedFile in place of each file's text. */
  json: unknown;
  /** The same objects, in the order of the body. */
  files: LiftedFile[];
  /** Bytes of the body as sent. */
  bodyBytes: number;
}

/**
 * Reads a JSON body, writing its Base64 members decoded into sinks as they arrive. Memory does not grow with the files.
 * When it throws, sinks that were opened are left as they are, neither ended nor closed: discarding them is the caller's. So is the rest of the body.
 *
 * @param body chunks of any size, e.g. an IncomingMessage; none is kept
 * @throws IngestError for what the client sent; errors of the body stream, of `openFile` and of the sinks unchanged
 */
export async function ingestJson(body: AsyncIterable<Uint8Array>, options: IngestOptions): Promise<Ingested> {
  const reader = new BodyReader(options);
  let isOurs = false;
  try {
    for await (const chunk of bodyChunks(body)) {
      isOurs = true;
      await reader.read(chunk);
      isOurs = false;
    }
  } catch (error) {
    if (!isOurs && isEarlyEnd(error)) throw new IngestError('JSON_TRUNCATED', reader.bodyBytes, undefined, { cause: error });
    throw error;
  }
  return { ...reader.finish(), bodyBytes: reader.bodyBytes };
}
