const LETTER_U = 0x75;
const HEX_DIGITS = 4;
const MORE = -1;
const BAD = -2;

/** Code unit of each one-letter escape, by the byte after the backslash; BAD for all others. */
const SIMPLE = new Int8Array(256).fill(BAD);
for (const [letter, character] of Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' })) {
  SIMPLE[letter.charCodeAt(0)] = character.charCodeAt(0);
}

/** Value of each hexadecimal digit by its byte; BAD for all others. */
const HEX = new Int8Array(256).fill(BAD);
for (const digit of '0123456789abcdefABCDEF') HEX[digit.charCodeAt(0)] = parseInt(digit, 16);

/** Code unit of the whole escape whose backslash is `piece[at]`, or BAD also when it goes on beyond `end`. */
export function wholeEscape(piece: Buffer, at: number, end: number): number {
  if (at + 1 >= end) return BAD;
  if (piece[at + 1] !== LETTER_U) return SIMPLE[piece[at + 1]!]!;
  if (at + 1 + HEX_DIGITS >= end) return BAD;
  const unit = (HEX[piece[at + 2]!]! << 12) | (HEX[piece[at + 3]!]! << 8) | (HEX[piece[at + 4]!]! << 4) | HEX[piece[at + 5]!]!;
  return unit < 0 ? BAD : unit;
}

/** Reads one escape of a JSON string, byte by byte, as it may be cut between two chunks. */
export class EscapeSequence {
  static readonly MORE = MORE;
  static readonly BAD = BAD;

  #open = false;
  #digitsLeft = 0;
  #unit = 0;

  get open(): boolean {
    return this.#open;
  }

  copy(): EscapeSequence {
    const copy = new EscapeSequence();
    copy.#open = this.#open;
    copy.#digitsLeft = this.#digitsLeft;
    copy.#unit = this.#unit;
    return copy;
  }

  /** The backslash has been met. */
  begin(): void {
    this.#open = true;
    this.#digitsLeft = 0;
    this.#unit = 0;
  }

  /** Takes the next byte. @returns the code unit once complete, else MORE or BAD */
  take(byte: number): number {
    if (this.#digitsLeft > 0) return this.#digit(byte);
    if (byte === LETTER_U) {
      this.#digitsLeft = HEX_DIGITS;
      return MORE;
    }
    this.#open = false;
    return SIMPLE[byte]!;
  }

  #digit(byte: number): number {
    const value = HEX[byte]!;
    if (value === BAD) return BAD;
    this.#unit = this.#unit * 16 + value;
    if (--this.#digitsLeft > 0) return MORE;
    this.#open = false;
    return this.#unit;
  }
}
