import { BACKSLASH, isBlank } from './json-bytes';
import { wholeEscape } from './escape-sequence';

const LETTER_U = 0x75;
const SPACE = 0x20;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Decoded bytes held until they are taken: small enough for Node's buffer pool. */
const HELD_BYTES = 3 * 1024;

/** Value of each letter of the standard alphabet (RFC 4648 §4) by its byte, -1 for every other byte. */
const VALUES = new Int8Array(256).fill(-1);
for (let value = 0; value < ALPHABET.length; value++) VALUES[ALPHABET.charCodeAt(value)] = value;

/** Value of a letter, or -1. */
export function letterValue(character: number): number {
  return VALUES[character] ?? -1;
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
   * Twice as fast as clearing the text first and decoding it with the runtime, hence one loop with all its state in locals.
   * @param base body offset of `piece[0]`
   * @returns index of the first byte not read
   */
  read(piece: Buffer, from: number, to: number, base: number, maxBytes: number): number {
    const held = this.#held;
    const end = Math.min(HELD_BYTES, this.#count + maxBytes) - 3;
    let count = this.#count;
    let { letters, bits, letterAt } = this;
    let i = from;
    while (i < to && count <= end) {
      if (letters === 0) {
        while (i + 4 <= to && count <= end) {
          // A byte that is no letter makes the whole negative.
          const quad = (VALUES[piece[i]!]! << 18) | (VALUES[piece[i + 1]!]! << 12) | (VALUES[piece[i + 2]!]! << 6) | VALUES[piece[i + 3]!]!;
          if (quad < 0) break;
          held[count] = quad >> 16;
          held[count + 1] = quad >> 8;
          held[count + 2] = quad;
          count += 3;
          i += 4;
        }
        if (i === to || count > end) break;
      }
      let character = piece[i]!;
      let length = 1;
      if (character === BACKSLASH) {
        length = piece[i + 1] === LETTER_U ? 6 : 2;
        character = wholeEscape(piece, i, to);
      }
      const value = character >= 0 && character < 256 ? VALUES[character]! : -1;
      if (value >= 0) {
        bits = (bits << 6) | value;
        letterAt = base + i;
        if (++letters === 4) {
          held[count] = bits >> 16;
          held[count + 1] = bits >> 8;
          held[count + 2] = bits;
          count += 3;
          letters = 0;
          bits = 0;
        }
      } else if (!isBlank(character) || (length === 1 && character !== SPACE)) break;
      i += length;
    }
    this.#count = count;
    this.letters = letters;
    this.bits = bits;
    this.letterAt = letterAt;
    return i;
  }
}
