import { Base64Text } from './base64-text';
import type { ByteSink } from './byte-sink';
import type { EscapeSequence } from './escape-sequence';
import type { MemberPath } from './ingest-error';
import { QUOTE } from './json-bytes';
import { SinkWriter } from './sink-writer';

/** Fewer letters than this are decoded by hand: a call into the runtime would cost more. */
const WORTH_A_CALL = 64;
/** Longer strings are slower to cut out of a buffer; beyond some 128 Ki characters, several times. */
const MOST_LETTERS = 16 * 1024;
const QUAD = 4;

/** One Base64 member on its way into its sink. */
export class FileMember {
  /** Set when the sink asked to be waited for: `read` must not be called before it settles. */
  #waiting: Promise<void> | undefined;
  readonly #text: Base64Text;
  readonly #writer: SinkWriter;
  /** Until the first thing that is not a plain letter; then the rest is read by hand, as it will most likely come again. */
  #plain = true;

  constructor(
    sink: ByteSink,
    private readonly limit: number,
    readonly path: MemberPath,
  ) {
    this.#text = new Base64Text(limit, path);
    this.#writer = new SinkWriter(sink);
  }

  get size(): number {
    return this.#text.size;
  }

  /** The closing quote has been reached and the sink has been told, or will be when `waiting` settles. */
  get closed(): boolean {
    return this.#text.closed;
  }

  /** Where in an escape the next byte stands, if in one. */
  get escape(): EscapeSequence {
    return this.#text.escape;
  }

  /** It was no Base64: what the sink has of it is worth nothing. */
  abort(): Promise<void> | void {
    return this.#writer.abort();
  }

  /** What to await before the next `read`, if anything. Hands it over: the next call returns undefined. */
  takeWaiting(): Promise<void> | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }

  /**
   * Reads from `piece[from]` to the end of the piece or to the closing quote, which is not consumed, or until it has to wait.
   * @param base body offset of `piece[0]`
   * @returns index of the first byte not read
   * @throws IngestError
   */
  read(piece: Buffer, from: number, base: number): number {
    const quote = this.#plain ? piece.indexOf(QUOTE, from) : -1;
    // The last quad may be padded: it is left to Base64Text.
    const plainEnd = quote < 0 ? piece.length : quote - QUAD;
    let i = from;
    while (i < piece.length && !this.#waiting && !this.closed) {
      const decoded = this.#plain && this.#text.aligned ? this.#decodePlain(piece, i, plainEnd) : 0;
      i += decoded > 0 ? decoded : this.#readByHand(piece, i, base);
    }
    if (!this.#waiting) this.#waiting = (this.closed ? this.#writer.end() : this.#writer.flush()) ?? undefined;
    else if (this.closed) this.#waiting = this.#waiting.then(() => this.#writer.end());
    return i;
  }

  /** @returns how many letters it could decode with the runtime's decoder */
  #decodePlain(piece: Buffer, from: number, to: number): number {
    const free = this.#writer.free;
    const space = Math.min(free.length, this.limit - this.#text.size);
    const quads = Math.min(Math.min(to - from, MOST_LETTERS) >> 2, Math.trunc(space / 3));
    const letters = quads * QUAD;
    if (letters < WORTH_A_CALL) return 0;
    const text = piece.toString('latin1', from, from + letters);
    // The decoder skips what it does not know, so anything but letters makes the result short; only the URL-safe letters have to be looked for.
    this.#plain = free.write(text, 0, quads * 3, 'base64') === quads * 3 && !text.includes('-') && !text.includes('_');
    if (!this.#plain) return 0;
    this.#text.size += quads * 3;
    this.#waiting = this.#writer.advance(quads * 3) ?? undefined;
    return letters;
  }

  #readByHand(piece: Buffer, from: number, base: number): number {
    // Plain text is left to the fast path again as soon as a quad is complete.
    const step = !this.#plain ? piece.length : this.#text.aligned ? WORTH_A_CALL : 1;
    const end = this.#text.read(piece, from, Math.min(piece.length, from + step), base);
    this.#waiting = this.#writer.put(this.#text.takeDecoded()) ?? undefined;
    return end - from;
  }
}
