import { base64Of, base64Pieces, isSource, type Source } from './source.ts';

/** What a call sends: made anew for every try. */
export interface Body {
  make(): string | ReadableStream<Uint8Array>;
  /** False once a source has been opened that opens only once. */
  readonly again: boolean;
}

/** Stands in the JSON where the bytes of a source will be: no text of a body contains it by chance. */
const MARK = `source-${crypto.randomUUID()}-`;

/** Bytes become Base64 wherever they stand; those of sources as they are read. */
export function bodyOf(body: unknown): Body | undefined {
  if (body === undefined) return undefined;
  const sources: Source[] = [];
  const text = JSON.stringify(body, function (this: Record<string, unknown>, name, value: unknown) {
    // A Buffer has made something else of itself already.
    const given = this[name];
    if (given instanceof Uint8Array) return base64Of(given);
    return isSource(given) ? `${MARK}${sources.push(given) - 1}` : value;
  });
  if (sources.length === 0) return { make: () => text, again: true };
  let opened = false;
  const parts = text.split(new RegExp(`${MARK}(\\d+)`));
  const make = () => {
    opened = true;
    return streamOf(pieces(parts, sources));
  };
  return {
    make,
    get again() {
      return !opened || sources.every(({ once }) => once !== true);
    },
  };
}

/** Texts and numbers of sources, alternately. */
async function* pieces(parts: readonly string[], sources: readonly Source[]): AsyncGenerator<string, void, void> {
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 0) yield part;
    else yield* base64Pieces(sources[Number(part)]!);
  }
}

/** `ReadableStream.from` is not everywhere yet. */
function streamOf(texts: AsyncGenerator<string, void, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return();
    },
  });
}
