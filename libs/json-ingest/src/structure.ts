import { isUtf8 } from 'node:buffer';
import { EscapeSequence } from './escape-sequence';
import type { PathNode } from './file-paths';
import { IngestError, type MemberPath } from './ingest-error';
import type { IngestLimits, IngestOptions } from './ingest-options';
import { BACKSLASH, FIRST_PRINTABLE, isBlank, QUOTE } from './json-bytes';
import { asciiName } from './name-cache';
import { nameOf, type Name } from './names';
import { Nesting, type NameFault } from './nesting';
import { Scalar } from './scalar';
import { Skeleton } from './skeleton';
import { WrittenNumber } from './written-number';

const BRACE = 0x7b;
const BRACE_END = 0x7d;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;
const BOM = [0xef, 0xbb, 0xbf];
const NOT_ASCII = 0x80;

/** 1 for each byte that means something within a string: its end, an escape, or a fault. */
const ENDS_RUN = new Uint8Array(256).fill(1, 0, FIRST_PRINTABLE);
ENDS_RUN[QUOTE] = 1;
ENDS_RUN[BACKSLASH] = 1;

const enum State {
  /** Before the first byte, or within a byte order mark. */
  Start,
  Value,
  FirstElement,
  AfterValue,
  FirstName,
  Name,
  Colon,
  Text,
  Escape,
  Scalar,
  End,
}

/**
 * Judges JSON's grammar byte by byte, knows where in it a byte stands, and collects it in the skeleton. It stops after the opening quote
 * of a file member and expects to go on at its closing quote.
 */
export class Structure {
  readonly nesting: Nesting;
  readonly skeleton: Skeleton;
  /** The opening quote of a file member has just been read. The owner resets it when the closing quote comes next. */
  atFile = false;

  readonly #depthLimit: number;
  readonly #valueLimit: number;
  readonly #faultLimit: number;
  #values = 0;
  #faults = 0;
  /** With `keepNumbers`. */
  readonly delicate: { path: MemberPath; number: WrittenNumber }[] = [];

  #state = State.Start;
  #scalarAt = 0;
  /** Body offset of the opening quote of the current text. */
  #textAt = 0;
  #isName = false;
  /** All bits of the current text's bytes, and whether it has escapes: most names need neither decoding. */
  #bits = 0;
  #hasEscape = false;
  readonly #escape = new EscapeSequence();
  readonly #scalar = new Scalar();

  constructor(
    files: PathNode,
    limits: Required<IngestLimits>,
    private readonly options: Pick<IngestOptions, 'keepNumbers' | 'onFault'>,
  ) {
    this.nesting = new Nesting(files, limits.members);
    this.skeleton = new Skeleton(limits.skeletonBytes);
    this.#depthLimit = limits.depth;
    this.#valueLimit = limits.values;
    this.#faultLimit = limits.faults;
  }

  /** Values read so far. */
  get values(): number {
    return this.#values;
  }

  /**
   * Reads from `piece[from]` to its end or to the text of a file.
   * @param base body offset of `piece[0]`
   * @returns index of the first byte not read
   */
  read(piece: Buffer, from: number, base: number): number {
    const stop = Math.min(piece.length, from + this.skeleton.free);
    let i = from;
    while (i < stop && !this.atFile) i = this.#step(piece, i, stop, base);
    if (i < piece.length && !this.atFile) throw new IngestError('JSON_TOO_LARGE', base + i);
    this.skeleton.append(piece, from, i);
    return i;
  }

  /** @throws IngestError when the JSON is not complete at the end of a body of that length */
  finish(length: number): unknown {
    if (this.nesting.depth === 0 && this.#state <= State.Value) throw new IngestError('JSON_INVALID', 0);
    if (this.#state === State.Scalar && this.#scalar.isComplete) this.#afterValue();
    if (this.#state !== State.End) throw new IngestError('JSON_TRUNCATED', length);
    return this.skeleton.parse();
  }

  #step(piece: Buffer, i: number, stop: number, base: number): number {
    switch (this.#state) {
      case State.Text:
        return this.#text(piece, i, stop, base);
      case State.Escape:
        this.#escaped(piece[i]!, base + i);
        return i + 1;
      case State.Scalar:
        return this.#scalarRun(piece, i, stop, base);
      case State.Start:
        this.#start(piece[i]!, base + i);
        return i + 1;
      default:
        if (!isBlank(piece[i]!)) this.#punctuation(piece[i]!, base + i);
        return i + 1;
    }
  }

  #start(byte: number, at: number): void {
    if (byte !== BOM[at]) {
      if (at !== 0) throw new IngestError('JSON_INVALID', at);
      this.#state = State.Value;
      if (!isBlank(byte)) this.#punctuation(byte, at);
    } else if (at === BOM.length - 1) this.#state = State.Value;
  }

  #punctuation(byte: number, at: number): void {
    const { inArray } = this.nesting;
    switch (this.#state) {
      case State.FirstElement:
        if (byte === BRACKET_END) return this.#close();
        return this.#value(byte, at);
      case State.Value:
        return this.#value(byte, at);
      case State.FirstName:
        if (byte === BRACE_END) return this.#close();
        if (byte === QUOTE) return this.#beginText(at, true);
        break;
      case State.Name:
        if (byte === QUOTE) return this.#beginText(at, true);
        break;
      case State.Colon:
        if (byte === COLON) return void (this.#state = State.Value);
        break;
      case State.AfterValue:
        if (byte === COMMA) return this.#next(inArray);
        if (byte === (inArray ? BRACKET_END : BRACE_END)) return this.#close();
        break;
      default: // The end: nothing but blanks may follow.
    }
    throw new IngestError('JSON_INVALID', at);
  }

  #value(byte: number, at: number): void {
    const isContainer = byte === BRACE || byte === BRACKET;
    if (byte !== QUOTE && !isContainer && !this.#scalar.begin(byte)) throw new IngestError('JSON_INVALID', at);
    if (this.#values++ === this.#valueLimit) throw new IngestError('JSON_TOO_MANY_VALUES', at);
    if (byte === QUOTE) {
      this.atFile = this.nesting.place?.isFile === true;
      this.#beginText(at, false);
    } else if (isContainer) {
      if (this.nesting.depth === this.#depthLimit) throw new IngestError('JSON_TOO_DEEP', at);
      this.nesting.open(byte === BRACKET);
      this.#state = byte === BRACKET ? State.FirstElement : State.FirstName;
    } else {
      this.#state = State.Scalar;
      this.#scalarAt = at;
    }
  }

  #close(): void {
    this.nesting.close();
    this.#afterValue();
  }

  #next(inArray: boolean): void {
    if (inArray) this.nesting.nextElement();
    this.#state = inArray ? State.Value : State.Name;
  }

  #afterValue(): void {
    this.#state = this.nesting.depth === 0 ? State.End : State.AfterValue;
  }

  #beginText(at: number, isName: boolean): void {
    this.#textAt = at;
    this.#isName = isName;
    this.#bits = 0;
    this.#hasEscape = false;
    this.#state = State.Text;
  }

  #text(piece: Buffer, from: number, stop: number, base: number): number {
    let bits = this.#bits;
    let i = from;
    for (; i < stop; i++) {
      const byte = piece[i]!;
      if (ENDS_RUN[byte] === 1) break;
      bits |= byte;
    }
    this.#bits = bits;
    if (i === stop) return i;
    const byte = piece[i]!;
    if (byte === QUOTE) this.#endText(piece, i, base);
    else if (byte === BACKSLASH) this.#beginEscape();
    else throw new IngestError('JSON_INVALID', base + i);
    return i + 1;
  }

  #endText(piece: Buffer, end: number, base: number): void {
    if (!this.#isName) return this.#afterValue();
    const fault = this.nesting.member(this.#name(piece, end, base));
    if (fault) this.#refuseName(fault);
    this.#state = State.Colon;
  }

  #refuseName(code: NameFault): void {
    const { onFault } = this.options;
    const goesOn = code === 'DUPLICATE_MEMBER' && onFault !== undefined;
    // An error costs more than a thousand bytes of the body.
    if (goesOn && this.#faults++ >= this.#faultLimit) return;
    const path = code === 'JSON_TOO_MANY_MEMBERS' ? undefined : this.nesting.path();
    const fault = new IngestError(code, this.#textAt, path);
    if (!goesOn) throw fault;
    onFault(fault);
  }

  #beginEscape(): void {
    this.#escape.begin();
    this.#hasEscape = true;
    this.#state = State.Escape;
  }

  #escaped(byte: number, at: number): void {
    const unit = this.#escape.take(byte);
    if (unit === EscapeSequence.BAD) throw new IngestError('JSON_INVALID', at);
    if (unit !== EscapeSequence.MORE) this.#state = State.Text;
  }

  #name(piece: Buffer, end: number, base: number): Name {
    if (this.#textAt >= base) return this.#nameIn(piece, this.#textAt - base + 1, end);
    const name = this.#sentSince(this.#textAt + 1, piece, end, base);
    return this.#nameIn(name, 0, name.length);
  }

  #nameIn(source: Buffer, from: number, to: number): Name {
    return this.#hasEscape || this.#bits >= NOT_ASCII ? this.#decode(source.subarray(from, to)) : asciiName(source, from, to);
  }

  #decode(bytes: Buffer): Name {
    if (!isUtf8(bytes)) throw new IngestError('JSON_INVALID', this.#textAt);
    return nameOf(JSON.parse(`"${bytes.toString('utf8')}"`) as string);
  }

  #scalarRun(piece: Buffer, from: number, stop: number, base: number): number {
    let i = from;
    while (i < stop && this.#scalar.take(piece[i]!)) i++;
    if (i < stop) {
      if (!this.#scalar.isComplete) throw new IngestError('JSON_INVALID', base + i);
      if (this.options.keepNumbers && this.#scalar.isDelicate) this.#keepNumber(piece, i, base);
      this.#afterValue();
    }
    return i;
  }

  #keepNumber(piece: Buffer, end: number, base: number): void {
    const text = this.#sentSince(this.#scalarAt, piece, end, base).toString('latin1');
    this.delicate.push({ path: this.nesting.path(), number: new WrittenNumber(text, Number(text)) });
  }

  /** The bytes from that offset of the body, which may lie in an earlier piece: that is not kept, but the skeleton is. */
  #sentSince(at: number, piece: Buffer, end: number, base: number): Buffer {
    if (at >= base) return piece.subarray(at - base, end);
    return Buffer.concat([this.skeleton.since(at), piece.subarray(0, end)]);
  }
}
