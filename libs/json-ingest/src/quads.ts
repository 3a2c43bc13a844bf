import { wholeEscape } from './escape-sequence';
import { BACKSLASH, isBlank } from './json-bytes';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const LETTER_U = 0x75;
/** Decoded bytes held until they are taken: small enough for Node's buffer pool. */
const HELD_BYTES = 3 * 1024;

// What a byte that is no letter may be; all are negative, as four values are judged at once by the sign of their union.
const OTHER = -1;
const BLANK = -2;
const ESCAPE = -3;

/** Value of each letter of the standard alphabet (RFC 4648 §4) by its byte; OTHER for every other byte. */
const LETTERS = new Int8Array(256).fill(OTHER);
for (let value = 0; value < ALPHABET.length; value++) LETTERS[ALPHABET.charCodeAt(value)] = value;

/** The same for bytes as they stand in a JSON string, where a space and a backslash mean something. */
const RAW = LETTERS.slice();
RAW[0x20] = BLANK;
RAW[BACKSLASH] = ESCAPE;

/** The same for the byte after a backslash. */
const ESCAPED = new Int8Array(256).fill(OTHER);
for (const blank of Buffer.from('nrt')) ESCAPED[blank] = BLANK;
ESCAPED[0x2f] = LETTERS[0x2f]!;
ESCAPED[LETTER_U] = ESCAPE;

/** Value of a letter, or a negative number. */
export function letterValue(character: number): number {
  return LETTERS[character] ?? OTHER;
}

/** The same for the escape `\uXXXX` at `piece[at]`, which must end before `to`; a blank is BLANK. */
function hexEscapeValue(piece: Buffer, at: number, to: number): number {
  const unit = wholeEscape(piece, at, to);
  return isBlank(unit) ? BLANK : letterValue(unit);
}

/** Puts letters together, four to three bytes. */
export class Quads {
  /** Letters of the unfinished quad, 0 to 3, and their bits. */
  letters = 0;
  bits = 0;
  /** Body offset of the last letter. */
  letterAt = 0;

  readonly #held = Buffer.allocUnsafe(HELD_BYTES);
  #count = 0;

  /** Bytes held. */
  get count(): number {
    return this.#count;
  }

  /** No further quad fits: `take` first. */
  get full(): boolean {
    return this.#count > HELD_BYTES - 3;
  }

  /** The bytes decoded since the last call. Valid until more letters come. */
  take(): Buffer {
    const taken = this.#held.subarray(0, this.#count);
    this.#count = 0;
    return taken;
  }

  /** @returns how many bytes that completed: 3 or 0 */
  push(value: number, at: number): number {
    this.bits = (this.bits << 6) | value;
    this.letterAt = at;
    return ++this.letters === 4 ? this.emit(3, this.bits) : 0;
  }

  /** Ends the quad with that many bytes, the lowest of `bits`. */
  emit(bytes: number, bits: number): number {
    this.#count = this.#held.writeUIntBE(bits, this.#count, bytes);
    this.letters = 0;
    this.bits = 0;
    return bytes;
  }

  /**
   * Reads letters, blanks and escapes of both from `piece[from, to)`, as far as nothing else comes and at most `maxBytes` are decoded.
   * Faster than clearing the text first and decoding it with the runtime: hence one loop with all its state in locals.
   * @param base body offset of `piece[0]`
   * @returns index of the first byte not read
   */
  read(piece: Buffer, from: number, to: number, base: number, maxBytes: number): number {
    const held = this.#held;
    const end = Math.min(HELD_BYTES, this.#count + maxBytes) - 3;
    let count = this.#count;
    let { letters, bits } = this;
    let last = -1;
    let i = from;
    while (i < to && count <= end) {
      if (letters === 0) {
        while (i + 4 <= to && count <= end) {
          const quad = (RAW[piece[i]!]! << 18) | (RAW[piece[i + 1]!]! << 12) | (RAW[piece[i + 2]!]! << 6) | RAW[piece[i + 3]!]!;
          if (quad < 0) break;
          held[count] = quad >> 16;
          held[count + 1] = quad >> 8;
          held[count + 2] = quad;
          count += 3;
          i += 4;
        }
        if (i === to || count > end) break;
      }
      let value = RAW[piece[i]!]!;
      let length = 1;
      if (value === ESCAPE) {
        if (i + 1 === to) break;
        value = ESCAPED[piece[i + 1]!]!;
        length = value === ESCAPE ? 6 : 2;
        if (value === ESCAPE) value = hexEscapeValue(piece, i, to);
      }
      if (value >= 0) {
        bits = (bits << 6) | value;
        last = i;
        if (++letters === 4) {
          held[count] = bits >> 16;
          held[count + 1] = bits >> 8;
          held[count + 2] = bits;
          count += 3;
          letters = 0;
          bits = 0;
        }
      } else if (value !== BLANK) break;
      i += length;
    }
    this.#count = count;
    this.letters = letters;
    this.bits = bits;
    if (last >= 0) this.letterAt = base + last;
    return i;
  }
}
