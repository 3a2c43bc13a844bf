import { IngestError } from './ingest-error';
import { firstNonUtf8 } from './utf8';

const FIRST_SIZE = 4 * 1024;
/** The scanner lets this byte pass outside a string only as the start of a byte order mark. */
const BOM_START = 0xef;
const BOM_LENGTH = 3;

/** The body without the texts of its files: what is left for JSON.parse. Grows up to `limit` bytes. */
export class Skeleton {
  #bytes = Buffer.alloc(0);
  #length = 0;
  /** Body bytes left out so far: body offset = skeleton offset + lifted. */
  #lifted = 0;
  /** Where something was left out, to turn offsets back into those of the body. */
  readonly #cuts: { at: number; lifted: number }[] = [];

  constructor(private readonly limit: number) {}

  get free(): number {
    return this.limit - this.#length;
  }

  get length(): number {
    return this.#length;
  }

  /** Takes over `source[from, to)`. The caller keeps within `free`. */
  append(source: Buffer, from: number, to: number): void {
    const needed = this.#length + to - from;
    if (needed > this.#bytes.length) this.#grow(needed);
    source.copy(this.#bytes, this.#length, from, to);
    this.#length = needed;
  }

  /** Counts body bytes that are left out at the current end. */
  lift(count: number): void {
    this.#lifted += count;
    const last = this.#cuts.at(-1);
    if (last?.at === this.#length) last.lifted = this.#lifted;
    else this.#cuts.push({ at: this.#length, lifted: this.#lifted });
  }

  /** What was taken over since that offset of the body. */
  since(bodyOffset: number): Buffer {
    return this.#bytes.subarray(bodyOffset - this.#lifted, this.#length);
  }

  /** @throws IngestError JSON_INVALID */
  parse(): unknown {
    const bytes = this.#bytes.subarray(0, this.#length);
    const bad = firstNonUtf8(bytes);
    if (bad >= 0) throw new IngestError('JSON_INVALID', this.#bodyOffset(bad));
    try {
      return JSON.parse(bytes.toString('utf8', bytes[0] === BOM_START ? BOM_LENGTH : 0)) as unknown;
    } catch {
      // The scanner has judged the grammar; should the two ever differ, the engine's text still stays inside.
      throw new IngestError('JSON_INVALID', this.#bodyOffset(this.#length));
    }
  }

  #bodyOffset(offset: number): number {
    return offset + (this.#cuts.findLast(({ at }) => at <= offset)?.lifted ?? 0);
  }

  #grow(needed: number): void {
    const size = Math.min(this.limit, Math.max(FIRST_SIZE, this.#bytes.length * 2, needed));
    const grown = Buffer.allocUnsafeSlow(size);
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}
