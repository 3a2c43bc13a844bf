import type { Writable } from 'node:stream';
import { asBuffer } from './as-buffer';
import { Base64Block } from './base64-block';
import { lengthOf, type Base64Part, type JsonPart, type Source } from './json-parts';
import { Outlet } from './outlet';
import { Pace } from './pace';
import { PartsError } from './parts-error';

/** Source bytes between two turns of the event loop: an output that always drains at once would starve the others. */
const TURN_BYTES = 1024 * 1024;

/**
 * Writes the parts in order, with back-pressure, and leaves `out` open. Memory does not grow with the sources; they are opened one after the other.
 * After a rejection the answer is incomplete and `out` should be destroyed.
 *
 * @throws PartsError SOURCE_SIZE (nothing beyond the announced size is written), OUTPUT_CLOSED (the source in use is closed);
 *   RangeError for an impossible size, before anything is written; errors of sources unchanged
 */
export async function writeParts(out: Writable, parts: readonly JsonPart[]): Promise<void> {
  lengthOf(parts);
  const outlet = new Outlet(out);
  try {
    let writer: PartWriter | undefined;
    for (const part of parts) {
      if (typeof part === 'string') await outlet.write(part, 'utf8');
      else await (writer ??= new PartWriter(outlet)).write(part);
    }
  } finally {
    outlet.release();
  }
}

class PartWriter {
  #block: Base64Block | undefined;
  readonly #pace = new Pace(TURN_BYTES);

  constructor(private readonly outlet: Outlet) {}

  async write(part: Base64Part): Promise<void> {
    const source = await this.#open(part);
    if (source instanceof Uint8Array) return this.#writeAtOnce(part, source);
    const block = (this.#block ??= new Base64Block());
    const chunks = source[Symbol.asyncIterator]();
    let left = part.size;
    try {
      for (;;) {
        const next = await this.outlet.while(chunks.next());
        if (next.done === true) break;
        left -= next.value.length;
        if (left < 0) throw wrongSize(part.size, 'more');
        await this.#encode(next.value, block);
      }
      if (left > 0) throw wrongSize(part.size, `${left} fewer`);
      await this.outlet.write(block.take(), 'latin1');
    } catch (error) {
      close(source, chunks);
      throw error;
    }
  }

  async #writeAtOnce({ size }: Base64Part, bytes: Uint8Array): Promise<void> {
    if (bytes.length !== size) throw wrongSize(size, String(bytes.length));
    await this.outlet.write(asBuffer(bytes).toString('base64'), 'latin1');
    await this.#pace.spend(size);
  }

  async #open(part: Base64Part): Promise<Source> {
    this.outlet.ensureOpen();
    const opening = Promise.resolve(part.bytes());
    try {
      return await this.outlet.while(opening);
    } catch (error) {
      // It may still open after the output is gone.
      opening.then(
        (source) => source instanceof Uint8Array || close(source, source[Symbol.asyncIterator]()),
        () => undefined,
      );
      throw error;
    }
  }

  async #encode(chunk: Uint8Array, block: Base64Block): Promise<void> {
    for (let rest = chunk; rest.length > 0;) {
      rest = rest.subarray(block.fill(rest));
      if (block.full) await this.outlet.write(block.take(), 'latin1');
    }
    await this.#pace.spend(chunk.length);
  }
}

/** Not awaited: a generator closes only when its pending read returns, which a stalled source may never do. */
function close(source: AsyncIterable<Uint8Array>, chunks: AsyncIterator<Uint8Array>): void {
  if ('destroy' in source && typeof source.destroy === 'function') source.destroy();
  else chunks.return?.().catch(() => undefined);
}

function wrongSize(announced: number, delivered: string): PartsError {
  return new PartsError('SOURCE_SIZE', `A source of ${announced} bytes delivered ${delivered}`);
}
