import { DataPrefix } from './data-prefix';
import { EscapeSequence } from './escape-sequence';
import { IngestError, type IngestErrorCode, type MemberPath } from './ingest-error';
import { BACKSLASH, FIRST_PRINTABLE, isBlank, QUOTE } from './json-bytes';
import { letterValue, Quads } from './quads';

const PAD = 0x3d;

const enum Stage {
  Start,
  Letters,
  SecondPad,
  Padded,
}

/**
 * Reads the inside of one Base64 string character by character: escapes, blanks, `data:` prefix, padding. It is the judge of what is valid
 * and of where a fault lies; the fast path of FileMember must agree with it, and leaves to it whatever is not plain letters.
 */
export class Base64Text {
  /** Decoded bytes so far. The fast path adds its own. */
  size = 0;
  closed = false;

  #stage = Stage.Start;
  readonly #prefix = new DataPrefix();
  readonly #escape = new EscapeSequence();
  #escapeAt = 0;
  readonly #quads = new Quads();

  /** @param limit most decoded bytes */
  constructor(
    private readonly limit: number,
    private readonly path: MemberPath,
  ) {}

  /** Between two quads, with nothing pending: the fast path may take over. */
  get aligned(): boolean {
    return this.#quads.letters === 0 && this.#stage === Stage.Letters && !this.#escape.open;
  }

  /** Where in an escape the next byte stands, if in one. */
  get escape(): EscapeSequence {
    return this.#escape.copy();
  }

  /**
   * Reads `piece[from, to)` until its end, until the closing quote (not consumed; sets `closed`), or until `takeDecoded` should be called.
   * @param base body offset of `piece[0]`
   * @returns index of the first byte not read
   */
  read(piece: Buffer, from: number, to: number, base: number): number {
    let i = from;
    while (i < to && !this.closed && !this.#quads.full) {
      if (this.#stage === Stage.Letters && !this.#escape.open) i = this.#letterRun(piece, i, to, base);
      // What has stopped a run, and all that is no run, is judged byte by byte.
      if (i < to && !this.#quads.full && this.#byte(piece[i]!, base + i)) i++;
    }
    return i;
  }

  /** The bytes decoded since the last call. Valid until the next `read`. */
  takeDecoded(): Buffer {
    return this.#quads.take();
  }

  #letterRun(piece: Buffer, from: number, to: number, base: number): number {
    const held = this.#quads.count;
    const end = this.#quads.read(piece, from, to, base, this.limit - this.size);
    this.size += this.#quads.count - held;
    return end;
  }

  /** @returns false at the closing quote */
  #byte(byte: number, at: number): boolean {
    if (this.#prefix.inside && this.#stage === Stage.Start) this.#prefix.see(byte, at);
    if (this.#escape.open) {
      const unit = this.#escape.take(byte);
      if (unit === EscapeSequence.BAD) throw this.#fault('JSON_INVALID', at);
      if (unit !== EscapeSequence.MORE) this.#character(unit, this.#escapeAt);
    } else if (byte === BACKSLASH) {
      this.#escape.begin();
      this.#escapeAt = at;
    } else if (byte === QUOTE) {
      this.#close(at);
      return false;
    } else {
      if (byte < FIRST_PRINTABLE) throw this.#fault('JSON_INVALID', at);
      this.#character(byte, at);
    }
    return true;
  }

  #character(character: number, at: number): void {
    if (this.#stage === Stage.Start && !this.#pastPrefix(character, at)) return;
    const value = letterValue(character);
    if (value >= 0) this.#letter(value, at);
    else if (character === PAD) this.#pad(at);
    else if (!isBlank(character)) throw this.#fault('BASE64_INVALID', at);
  }

  /** @returns true when the character is already one of the Base64 text */
  #pastPrefix(character: number, at: number): boolean {
    const step = this.#prefix.take(character, at);
    if (step === 'bad') throw this.#fault('BASE64_INVALID', at);
    if (step === 'none') this.#releaseHeld();
    if (step === 'end') this.#endPrefix();
    return step === 'none';
  }

  #endPrefix(): void {
    const bad = this.#prefix.badByte();
    if (bad >= 0) throw this.#fault('BASE64_INVALID', bad);
    this.#stage = Stage.Letters;
  }

  #releaseHeld(): void {
    this.#stage = Stage.Letters;
    for (const [letter, at] of this.#prefix.heldLetters()) this.#letter(letterValue(letter), at);
  }

  #letter(value: number, at: number): void {
    if (this.#stage !== Stage.Letters) throw this.#fault('BASE64_INVALID', at);
    // The second letter of a quad completes its first byte, and so on.
    const { letters } = this.#quads;
    if (letters > 0 && this.size + letters > this.limit) throw this.#fault('FILE_TOO_LARGE', at);
    this.size += this.#quads.push(value, at);
  }

  #pad(at: number): void {
    if (this.#stage === Stage.SecondPad) {
      this.#stage = Stage.Padded;
      return;
    }
    const { letters, bits, letterAt } = this.#quads;
    if (this.#stage !== Stage.Letters || letters < 2) throw this.#fault('BASE64_INVALID', at);
    const unused = letters === 2 ? 4 : 2;
    if ((bits & ((1 << unused) - 1)) !== 0) throw this.#fault('BASE64_INVALID', letterAt);
    this.#stage = letters === 2 ? Stage.SecondPad : Stage.Padded;
    this.size += this.#quads.emit(letters - 1, bits >> unused);
  }

  #close(at: number): void {
    if (this.#stage === Stage.Start && !this.#prefix.inside) this.#releaseHeld();
    const complete = this.#quads.letters === 0 && (this.#stage === Stage.Letters || this.#stage === Stage.Padded);
    if (!complete) throw this.#fault('BASE64_INVALID', at);
    if (this.size === 0) throw this.#fault('BASE64_EMPTY', at);
    this.closed = true;
  }

  #fault(code: IngestErrorCode, at: number): IngestError {
    return new IngestError(code, at, this.path);
  }
}
