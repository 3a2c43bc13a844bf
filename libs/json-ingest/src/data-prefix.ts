import { isBlank } from './json-bytes';
import { firstNonUtf8 } from './utf8';

const SCHEME = 'data:';
const COMMA = 0x2c;
const MAX_CHARACTERS = 200;
/** As sent: a character takes at most 6 bytes, written as an escape. */
const MAX_BYTES = 6 * MAX_CHARACTERS + 6;

/** What a character made of the prefix: still on the way, no prefix after all (the held letters are Base64), its end, or too long. */
export type PrefixStep = 'more' | 'none' | 'end' | 'bad';

/** Recognises `data:<up to 200 characters, no comma>,` at the start of a file's text. Its first letters are Base64 letters too, so they are held back. */
export class DataPrefix {
  /** Body offsets of the letters of `data:` met so far. */
  readonly held: number[] = [];
  /** All bytes after `data:` as sent, to check their UTF-8. */
  readonly #bytes: number[] = [];
  #start = 0;
  #seenAt = 0;
  #characters = 0;

  /** `data:` is complete: every further byte is to be shown to `see`. */
  get inside(): boolean {
    return this.held.length === SCHEME.length;
  }

  see(byte: number, at: number): void {
    if (this.#bytes.push(byte) === 1) this.#start = at;
    this.#seenAt = at;
  }

  /** @param character a byte, or the code unit of an escape that began `at` */
  take(character: number, at: number): PrefixStep {
    if (this.inside) return this.#inside(character, at);
    if (this.held.length === 0 && isBlank(character)) return 'more';
    if (character !== SCHEME.charCodeAt(this.held.length)) return 'none';
    this.held.push(at);
    return 'more';
  }

  /** The held letters, which turned out to be Base64, with their body offsets. */
  *heldLetters(): Generator<[letter: number, at: number]> {
    for (const [i, at] of this.held.entries()) yield [SCHEME.charCodeAt(i), at];
  }

  /** Body offset of the first byte of the prefix that is not UTF-8, or -1. */
  badByte(): number {
    const bad = firstNonUtf8(Buffer.from(this.#bytes));
    return bad < 0 ? -1 : this.#start + bad;
  }

  #inside(character: number, at: number): PrefixStep {
    if (character === COMMA) return 'end';
    const continuesCharacter = at === this.#seenAt && (character & 0xc0) === 0x80;
    if (!continuesCharacter) this.#characters++;
    return this.#characters > MAX_CHARACTERS || this.#bytes.length > MAX_BYTES ? 'bad' : 'more';
  }
}
