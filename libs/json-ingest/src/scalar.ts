/** The states of a number or literal: after a minus, within the whole part, and so on. */
const enum State {
  None,
  Minus,
  Zero,
  Whole,
  Point,
  Fraction,
  Letter,
  Sign,
  Exponent,
  Literal,
}

/** Bytes of a whole number that any double holds, with the one that ends it. */
const MOST_EXACT = 16;
const LITERALS = ['true', 'false', 'null'];
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const SMALL_E = 0x65;

/** Reads one number or literal, byte by byte. */
export class Scalar {
  #state = State.None;
  /** What is left of a literal. */
  #rest = '';
  /** Bytes seen, with the one that ended it. */
  #length = 0;
  #isNegative = false;

  /** Is it a number whose text a double may not give back? A whole number of a few digits is none; nor is a literal. */
  get isDelicate(): boolean {
    switch (this.#state) {
      case State.Fraction:
      case State.Exponent:
        return true;
      case State.Zero:
        return this.#isNegative;
      default:
        return this.#state === State.Whole && this.#length > MOST_EXACT;
    }
  }

  /** Could it end here? */
  get isComplete(): boolean {
    switch (this.#state) {
      case State.Zero:
      case State.Whole:
      case State.Fraction:
      case State.Exponent:
        return true;
      case State.Literal:
        return this.#rest === '';
      default:
        return false;
    }
  }

  /** @returns false when no number or literal begins with that byte */
  begin(byte: number): boolean {
    this.#length = 1;
    this.#isNegative = byte === MINUS;
    const literal = LITERALS.find((text) => text.charCodeAt(0) === byte);
    this.#rest = literal?.slice(1) ?? '';
    if (literal) this.#state = State.Literal;
    else this.#state = byte === MINUS ? State.Minus : firstDigit(byte);
    return this.#state !== State.None;
  }

  /** @returns false when the byte does not belong to it: it has ended before, or is none if it is not complete */
  take(byte: number): boolean {
    this.#length++;
    if (this.#state === State.Literal) {
      const belongs = this.#rest !== '' && this.#rest.charCodeAt(0) === byte;
      if (belongs) this.#rest = this.#rest.slice(1);
      return belongs;
    }
    const next = this.#next(byte);
    if (next !== State.None) this.#state = next;
    return next !== State.None;
  }

  #next(byte: number): State {
    const isDigit = byte >= ZERO && byte <= NINE;
    switch (this.#state) {
      case State.Minus:
        return firstDigit(byte);
      case State.Whole:
        if (isDigit) return State.Whole;
        return byte === POINT ? State.Point : exponentLetter(byte);
      case State.Zero:
        return byte === POINT ? State.Point : exponentLetter(byte);
      case State.Point:
        return isDigit ? State.Fraction : State.None;
      case State.Fraction:
        return isDigit ? State.Fraction : exponentLetter(byte);
      case State.Letter:
        if (byte === PLUS || byte === MINUS) return State.Sign;
        return isDigit ? State.Exponent : State.None;
      default:
        return isDigit ? State.Exponent : State.None;
    }
  }
}

function firstDigit(byte: number): State {
  if (byte === ZERO) return State.Zero;
  return byte > ZERO && byte <= NINE ? State.Whole : State.None;
}

function exponentLetter(byte: number): State {
  return (byte | 0x20) === SMALL_E ? State.Letter : State.None;
}
