import { ingestMultipart, MultipartError, type MultipartBody, type MultipartOptions } from '../src';

export const BOUNDARY = 'boundary-1';
export const LIMITS: MultipartOptions['limits'] = { body: 10_000_000, field: 1000, fields: 20 };

/** A part as it stands in a body. */
export const part = (headers: string, content: string | Uint8Array = ''): Buffer =>
  Buffer.concat([Buffer.from(`${headers}\r\n\r\n`), Buffer.from(content as string)]);

export const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value);

export const file = (name: string, fileName: string, content: string | Uint8Array) =>
  part(`Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: application/octet-stream`, content);

/** The parts with delimiters before, between and after them. */
export function bodyOf(parts: readonly (string | Uint8Array)[], boundary = BOUNDARY): Buffer {
  const before = Buffer.from(`--${boundary}\r\n`);
  const each = parts.flatMap((content) => [before, Buffer.from(content as string), Buffer.from('\r\n')]);
  return Buffer.concat([...each, Buffer.from(`--${boundary}--\r\n`)]);
}

/** The bytes in chunks that end at the given offsets. */
export async function* cutAt(bytes: Buffer, cuts: readonly number[] = []): AsyncGenerator<Buffer> {
  let from = 0;
  for (const to of [...cuts, bytes.length]) {
    yield Buffer.from(bytes.subarray(from, to));
    from = to;
  }
}

/** The same from a source that has one buffer for all chunks: a chunk is spoilt as soon as the next one is asked for. */
export async function* cutAndReused(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  const shared = Buffer.alloc(bytes.length);
  for await (const chunk of cutAt(bytes, cuts)) {
    chunk.copy(shared);
    yield shared.subarray(0, chunk.length);
    shared.fill(0x5a);
  }
}

export interface Outcome {
  body?: MultipartBody;
  contents?: string[];
  error?: string;
}

/** What came of a body, in a form that can be compared; contents of files as hex. */
export async function outcomeOf(
  chunks: AsyncIterable<Uint8Array>,
  boundary = BOUNDARY,
  limits: Partial<MultipartOptions['limits']> = {},
): Promise<Outcome> {
  const sinks: { parts: Buffer[]; ended: boolean }[] = [];
  const openFile = async () => {
    const sink = { parts: [] as Buffer[], ended: false };
    sinks.push(sink);
    return {
      async write(bytes: Uint8Array) {
        if (sink.ended) throw new Error('written after its end');
        // The bytes must still be there after a while: a store takes its time.
        await Promise.resolve();
        sink.parts.push(Buffer.from(bytes));
      },
      async end() {
        sink.ended = true;
      },
    };
  };
  try {
    const body = await ingestMultipart(chunks, boundary, { openFile, limits: { ...LIMITS, ...limits } });
    if (sinks.some(({ ended }) => !ended)) throw new Error('a sink was left open');
    return { body, contents: sinks.map(({ parts }) => Buffer.concat(parts).toString('hex')) };
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error;
    return { error: error.code };
  }
}

export const outcome = (body: string | Buffer, limits: Partial<MultipartOptions['limits']> = {}): Promise<Outcome> =>
  outcomeOf(cutAt(Buffer.from(body as string)), BOUNDARY, limits);

export const hex = (content: string | Uint8Array) => Buffer.from(content as string).toString('hex');
