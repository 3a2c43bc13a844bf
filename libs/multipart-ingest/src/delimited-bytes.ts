import { MultipartError } from './multipart-error';

const NOTHING = Buffer.alloc(0);

/** The bytes of a body, taken up to one delimiter after the other; at most one chunk and a delimiter's length are held. */
export class DelimitedBytes {
  #rest: Buffer = NOTHING;
  #position = 0;
  readonly #chunks: AsyncIterator<Uint8Array>;

  constructor(
    chunks: AsyncIterable<Uint8Array>,
    private readonly maxBytes: number,
    /** Bytes that count as standing before the body. */
    before: string,
  ) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#rest = Buffer.from(before, 'latin1');
  }

  get position(): number {
    return this.#position;
  }

  /** The bytes before the delimiter, in pieces; they are valid until the next one is asked for. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#rest.indexOf(delimiter);
      if (at >= 0) {
        const piece = this.#rest.subarray(0, at);
        this.#rest = this.#rest.subarray(at + delimiter.length);
        if (piece.length > 0) yield piece;
        return;
      }
      const sure = this.#rest.length - delimiter.length + 1;
      if (sure > 0) {
        const piece = this.#rest.subarray(0, sure);
        this.#rest = this.#rest.subarray(sure);
        yield piece;
      }
      await this.#more();
    }
  }

  /** The same at once, when there is not more than this of it. */
  async allUntil(delimiter: Buffer, most: number, tooMuch: MultipartError['code']): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of this.until(delimiter)) {
      length += piece.length;
      if (length > most) throw new MultipartError(tooMuch, this.#position);
      pieces.push(Buffer.from(piece));
    }
    return Buffer.concat(pieces);
  }

  /** Whether the next bytes are these; taken when they are. */
  async takes(bytes: Buffer): Promise<boolean> {
    while (this.#rest.length < bytes.length) await this.#more();
    if (!this.#rest.subarray(0, bytes.length).equals(bytes)) return false;
    this.#rest = this.#rest.subarray(bytes.length);
    return true;
  }

  /** Lets the source go. */
  async leave(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** What is left of a chunk is copied before the next is asked for: a source may use one buffer for all of them. */
  async #more(): Promise<void> {
    const rest = Buffer.from(this.#rest);
    const { value, done } = await this.#chunks.next();
    if (done) throw new MultipartError('TRUNCATED', this.#position);
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    this.#position += chunk.length;
    if (this.#position > this.maxBytes) throw new MultipartError('BODY_TOO_LARGE', this.#position);
    this.#rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  }
}
