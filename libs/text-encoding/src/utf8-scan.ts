/** Where a byte stands; everything counts from 1, columns in characters. */
export interface BytePlace {
  line: number;
  column: number;
  byte: number;
  value: number;
}

const [LINE_FEED, RETURN] = [0x0a, 0x0d];

/** Looks at bytes as UTF-8, in pieces. */
export class Utf8Scan {
  /** Valid characters of several bytes. */
  characters = 0;
  badBytes = 0;
  firstBad: BytePlace | null = null;
  /** Bytes so far. */
  length = 0;
  private needed = 0;
  private lower = 0x80;
  private upper = 0xbf;
  private begun = 0;
  private lead = 0;
  private line = 1;
  private column = 0;
  private afterReturn = false;

  /** @param onBad of bytes that are no character: where they begin, counted from 0, and how many they are */
  constructor(private readonly onBad?: (at: number, count: number) => void) {}

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      this.take(byte);
      this.length++;
    }
  }

  /** The text ends here, perhaps within a character. */
  end(): void {
    if (this.needed > 0) this.bad(this.begun, this.length - this.begun, this.lead);
    this.needed = 0;
  }

  private take(byte: number): void {
    if (this.needed > 0) {
      if (byte >= this.lower && byte <= this.upper) {
        [this.lower, this.upper] = [0x80, 0xbf];
        if (--this.needed > 0) return;
        this.characters++;
        this.column++;
        return;
      }
      this.bad(this.begun, this.length - this.begun, this.lead);
      this.needed = 0;
    }
    if (byte < 0x80) return this.ascii(byte);
    this.afterReturn = false;
    [this.begun, this.lead] = [this.length, byte];
    this.needed = byte < 0xc2 || byte > 0xf4 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    // Neither a longer form than needed, nor half a pair, nor beyond the last character.
    this.lower = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
    this.upper = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
    if (this.needed === 0) this.bad(this.length, 1, byte);
  }

  private ascii(byte: number): void {
    const endsLine = byte === RETURN || (byte === LINE_FEED && !this.afterReturn);
    if (endsLine) this.line++;
    if (endsLine || byte === LINE_FEED) this.column = 0;
    else this.column++;
    this.afterReturn = byte === RETURN;
  }

  private bad(at: number, count: number, value: number): void {
    this.firstBad ??= { line: this.line, column: this.column + 1, byte: at + 1, value };
    this.badBytes += count;
    this.column += count;
    this.onBad?.(at, count);
  }
}
