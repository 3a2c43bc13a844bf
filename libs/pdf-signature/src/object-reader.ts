import type { Limits } from './limits';
import { PdfStream, type PdfValue } from './objects';
import { NeedsMore, Parser, streamStart } from './parser';
import { tooComplex } from './pdf-refused';
import type { BufferedSource } from './pdf-source';

const FIRST_WINDOW = 8 * 1024;

export interface IndirectObject {
  number: number;
  generation: number;
  value: PdfValue | PdfStream;
}

/** Runs `read` over the bytes from `offset`: over more of them for as long as they do not suffice. */
export async function parseAt<T>(
  source: BufferedSource,
  offset: number,
  limits: Limits,
  read: (parser: Parser, bytes: Buffer) => T,
): Promise<T> {
  for (let size = FIRST_WINDOW; ; size *= 8) {
    const window = Math.min(size, limits.objectBytes);
    const bytes = await source.at(offset, window);
    const complete = offset + bytes.length >= source.size;
    try {
      return read(new Parser(bytes, 0, complete, limits.depth), bytes);
    } catch (error) {
      if (!(error instanceof NeedsMore)) throw error;
      if (window >= limits.objectBytes) throw tooComplex('bytes of one object');
    }
  }
}

/** `12 0 obj … ` at `offset`. */
export function readIndirect(source: BufferedSource, offset: number, limits: Limits): Promise<IndirectObject> {
  return parseAt(source, offset, limits, (parser, bytes) => {
    const number = parser.integer();
    const generation = parser.integer();
    parser.expect('obj');
    const value = parser.value();
    const data = streamStart(parser, bytes, value);
    if (data === undefined) parser.expect('endobj');
    return { number, generation, value: data === undefined ? value : new PdfStream(value as never, offset + data) };
  });
}
