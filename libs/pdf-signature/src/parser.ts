import { isDict, PdfName, PdfRaw, PdfRef, PdfString, type PdfDict, type PdfValue } from './objects';
import { damaged, tooComplex } from './pdf-refused';

/** The bytes at hand ended inside an object: more of the file must be read. */
export class NeedsMore extends Error {}

const WHITE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)));
const isRegular = (code: number) => !WHITE.has(code) && !DELIMITERS.has(code);
const INTEGER = /^[+-]?\d{1,15}$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;
const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };
const hexDigit = (code: number) => (code < 0x80 ? parseInt(String.fromCharCode(code), 16) : NaN);
const LESS = 0x3c;
const GREATER = 0x3e;

/** What the values of one object may take in memory: a container costs as much as many numbers. */
const VALUES = 2_000_000;
const CONTAINER = 16;
const LONGEST_STRING = 4 * 1024 * 1024;

/** Reads objects (ISO 32000-1, 7.2 and 7.3) out of bytes. Strict: what is not PDF is `DAMAGED`. */
export class Parser {
  private values = VALUES;

  constructor(
    private readonly bytes: Buffer,
    public position: number,
    /** Nothing follows the bytes at hand, in the file or in the stream that they come from. */
    private readonly complete: boolean,
    private readonly maxDepth: number,
  ) {}

  /** The code at the position, or NaN at the true end. */
  private peek(ahead = 0): number {
    const at = this.position + ahead;
    if (at < this.bytes.length) return this.bytes[at]!;
    if (!this.complete) throw new NeedsMore();
    return NaN;
  }

  skipBlanks(): void {
    for (;;) {
      const code = this.peek();
      if (WHITE.has(code)) this.position += 1;
      else if (code === 0x25) this.skipComment();
      else return;
    }
  }

  private skipComment(): void {
    for (let code = this.peek(); code !== 10 && code !== 13 && !Number.isNaN(code); code = this.peek()) this.position += 1;
  }

  /** A run of regular characters: a number or a keyword. */
  word(): string {
    this.skipBlanks();
    const start = this.position;
    for (let code = this.peek(); !Number.isNaN(code) && isRegular(code); code = this.peek()) {
      this.position += 1;
      if (this.position - start > 128) throw damaged('a word without an end');
    }
    return this.bytes.toString('latin1', start, this.position);
  }

  integer(): number {
    const word = this.word();
    if (!INTEGER.test(word)) throw damaged('a number is missing');
    return Number(word);
  }

  expect(keyword: string): void {
    if (this.word() !== keyword) throw damaged(`"${keyword}" is missing`);
  }

  value(depth = 0): PdfValue {
    if (depth > this.maxDepth) throw tooComplex('objects inside objects');
    this.skipBlanks();
    const code = this.peek();
    this.values -= code === LESS || code === 0x5b ? CONTAINER : 1;
    if (this.values < 0) throw tooComplex('values in one object');
    if (code === LESS) return this.peek(1) === LESS ? this.dictionary(depth) : this.hexString();
    if (code === 0x5b) return this.array(depth);
    if (code === 0x28) return this.literalString();
    if (code === 0x2f) return this.name();
    return this.numberOrKeyword();
  }

  dictionary(depth = 0): PdfDict {
    this.skipBlanks();
    if (this.peek() !== LESS || this.peek(1) !== LESS) throw damaged('a dictionary is missing');
    this.position += 2;
    const entries: PdfDict = new Map();
    for (;;) {
      this.skipBlanks();
      const code = this.peek();
      if (code === GREATER && this.peek(1) === GREATER) break;
      if (code !== 0x2f) throw damaged('a dictionary without a key');
      const key = this.name().text;
      entries.set(key, this.value(depth + 1));
    }
    this.position += 2;
    return entries;
  }

  private array(depth: number): PdfValue[] {
    this.position += 1;
    const items: PdfValue[] = [];
    for (;;) {
      this.skipBlanks();
      if (this.peek() === 0x5d) break;
      items.push(this.value(depth + 1));
    }
    this.position += 1;
    return items;
  }

  private name(): PdfName {
    this.position += 1;
    const codes: number[] = [];
    for (let code = this.peek(); !Number.isNaN(code) && isRegular(code); code = this.peek()) {
      const escaped = code === 0x23 ? hexDigit(this.peek(1)) * 16 + hexDigit(this.peek(2)) : NaN;
      codes.push(Number.isNaN(escaped) ? code : escaped);
      this.position += Number.isNaN(escaped) ? 1 : 3;
      if (codes.length > 4096) throw damaged('a name without an end');
    }
    return new PdfName(Buffer.from(codes).toString('latin1'));
  }

  private hexString(): PdfString {
    this.position += 1;
    const end = this.bytes.indexOf(GREATER, this.position);
    if (end < 0) {
      if (!this.complete) throw new NeedsMore();
      throw damaged('a string without an end');
    }
    const digits = this.bytes.toString('latin1', this.position, end).replace(/[\0\t\n\f\r ]+/g, '');
    if (!/^[0-9a-f]*$/i.test(digits)) throw damaged('a string of wrong digits');
    this.position = end + 1;
    return new PdfString(Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex'));
  }

  private literalString(): PdfString {
    this.position += 1;
    const codes: number[] = [];
    for (let open = 1; ;) {
      const code = this.peek();
      if (Number.isNaN(code)) throw damaged('a string without an end');
      if (codes.length > LONGEST_STRING) throw tooComplex('bytes of a string');
      this.position += 1;
      if (code === 0x5c) {
        this.escape(codes);
        continue;
      }
      if (code === 0x28) open += 1;
      if (code === 0x29) open -= 1;
      if (open === 0) return new PdfString(Buffer.from(codes));
      if (code === 13) {
        // Any line end inside a string stands for one line feed.
        if (this.peek() === 10) this.position += 1;
        codes.push(10);
      } else codes.push(code);
    }
  }

  private escape(codes: number[]): void {
    const code = this.peek();
    if (Number.isNaN(code)) throw damaged('a string without an end');
    this.position += 1;
    if (code >= 0x30 && code <= 0x37) {
      let octal = code - 0x30;
      for (let digits = 1; digits < 3 && this.peek() >= 0x30 && this.peek() <= 0x37; digits += 1) {
        octal = octal * 8 + this.peek() - 0x30;
        this.position += 1;
      }
      codes.push(octal & 0xff);
    } else if (code === 13 || code === 10) {
      if (code === 13 && this.peek() === 10) this.position += 1;
    } else codes.push(ESCAPES[String.fromCharCode(code)] ?? code);
  }

  private numberOrKeyword(): PdfValue {
    const word = this.word();
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    if (/^\d{1,10}$/.test(word)) return this.reference(Number(word)) ?? numberFrom(word);
    if (NUMBER.test(word)) return numberFrom(word);
    throw damaged('an unknown word');
  }

  /** `12 0 R`, of which `12` has been read; undefined when it is only a number. */
  private reference(number: number): PdfRef | undefined {
    const back = this.position;
    this.skipBlanks();
    const code = this.peek();
    if (code >= 0x30 && code <= 0x39) {
      const generation = this.word();
      this.skipBlanks();
      if (/^\d{1,5}$/.test(generation) && this.peek() === 0x52) {
        const next = this.peek(1);
        if (Number.isNaN(next) || !isRegular(next)) {
          this.position += 1;
          return new PdfRef(number, Number(generation));
        }
      }
    }
    this.position = back;
    return undefined;
  }
}

const numberFrom = (word: string): number | PdfRaw => (String(Number(word)) === word ? Number(word) : new PdfRaw(word));

/** The stream's data follow: their offset; undefined when the object is no stream. */
export function streamStart(parser: Parser, bytes: Buffer, value: PdfValue): number | undefined {
  if (!isDict(value)) return undefined;
  const back = parser.position;
  const keyword = parser.word();
  if (keyword !== 'stream') {
    parser.position = back;
    return undefined;
  }
  if (parser.position + 2 > bytes.length) throw new NeedsMore();
  if (bytes[parser.position] === 13 && bytes[parser.position + 1] === 10) return parser.position + 2;
  if (bytes[parser.position] === 10 || bytes[parser.position] === 13) return parser.position + 1;
  throw damaged('a stream that does not begin on a line of its own');
}
