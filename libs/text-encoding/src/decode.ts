import { EncodingEvidence, type Encoding } from './evidence';
import { Utf8Scan, type BytePlace } from './utf8-scan';

/** What Windows puts where ISO 8859-1 has nothing. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const NOT_LATIN1 = /[\u0080-\u009f]/g;
/** End of file, as DOS wrote it, often up to the end of a block on the disk. */
const DOS_END = '\x1a';
/** The largest block that DOS knows. More of them are no end, so that no more is held back of a text in pieces. */
const MOST_ENDS = 64 * 1024;
const REPLACED = '\ufffd';

function fromWindows(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return latin1.replace(NOT_LATIN1, (code) => WINDOWS[code.charCodeAt(0) - 0x80] ?? code);
}

/** Counted from the end: a pattern would begin anew at each mark, and take minutes where there are many. */
function endsOf(text: string): number {
  let ends = 0;
  while (ends < MOST_ENDS && text[text.length - 1 - ends] === DOS_END) ends++;
  return ends;
}

const withoutEnds = (text: string) => text.slice(0, text.length - endsOf(text));

/** Where a text cannot be read. `value`: of the byte; null for half a character of UTF-16. */
export class UnreadableText extends Error {
  constructor(
    readonly encoding: Encoding,
    readonly place: Pick<BytePlace, 'line' | 'column'> & { byte: number | null; value: number | null },
  ) {
    super(`not ${encoding} in line ${place.line}, column ${place.column}`);
  }
}

/** Decodes a text that comes in pieces. */
export class TextPieces {
  private readonly decoder: InstanceType<typeof TextDecoder> | null;
  /** Marks that end the text, unless more of it comes. */
  private held = 0;
  private line = 1;
  private column = 0;
  private endsWithReturn = false;

  constructor(private readonly encoding: Encoding) {
    this.decoder = encoding === 'windows-1252' ? null : new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
  }

  write(bytes: Uint8Array): string {
    return this.passed(this.decoder ? this.decoder.decode(bytes, { stream: true }) : fromWindows(bytes));
  }

  /** Without the end mark. */
  end(): string {
    return this.passed(this.decoder?.decode() ?? '');
  }

  private passed(piece: string): string {
    if (this.encoding.startsWith('utf-16')) this.complete(piece);
    const text = withoutEnds(piece);
    const ends = piece.length - text.length;
    if (text !== '') {
      const before = DOS_END.repeat(this.held);
      this.held = ends;
      return before + text;
    }
    const all = this.held + ends;
    this.held = Math.min(all, MOST_ENDS);
    return DOS_END.repeat(all - this.held);
  }

  /** Half a character becomes another one in UTF-16, where no decoder says at which byte. */
  private complete(piece: string): void {
    const at = piece.indexOf(REPLACED);
    const text = this.endsWithReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    const lines = (at < 0 ? text : text.slice(0, text.indexOf(REPLACED))).split(/\r\n|\r|\n/);
    this.line += lines.length - 1;
    this.column = lines.at(-1)!.length + (lines.length > 1 ? 0 : this.column);
    if (piece !== '') this.endsWithReturn = piece.endsWith('\r');
    if (at >= 0) throw new UnreadableText(this.encoding, { line: this.line, column: this.column + 1, byte: null, value: null });
  }
}

function decoded(bytes: Uint8Array, encoding: Encoding): string {
  const pieces = new TextPieces(encoding);
  return pieces.write(bytes) + pieces.end();
}

/** A whole text in the encoding that its bytes speak for, or in the named one. Throws `UnreadableText`. */
export function textOf(bytes: Uint8Array, named?: Encoding): { text: string; encoding: Encoding } {
  const evidence = new EncodingEvidence();
  evidence.add(bytes);
  const { encoding, bad } = evidence.verdict(named);
  if (bad) throw new UnreadableText(encoding, bad);
  return { text: decoded(bytes, encoding), encoding };
}

/** A text to be read by people, of whatever bytes: what is no UTF-8 in a text of two encodings is of Windows. */
export function readableTextOf(bytes: Uint8Array): string {
  const evidence = new EncodingEvidence();
  evidence.add(bytes);
  const verdict = evidence.verdict();
  if (!verdict.bad)
    return verdict.encoding === 'windows-1252' ? decoded(bytes, verdict.encoding) : withoutEnds(lenient(bytes, verdict.encoding));
  if (evidence.isHardlyUtf8) return decoded(bytes, 'windows-1252');
  let [text, from] = ['', 0];
  const scan = new Utf8Scan((at, count) => {
    text += lenient(bytes.subarray(from, at), 'utf-8', from > 0) + fromWindows(bytes.subarray(at, at + count));
    from = at + count;
  });
  scan.add(bytes);
  scan.end();
  return withoutEnds(text + lenient(bytes.subarray(from), 'utf-8', from > 0));
}

const lenient = (bytes: Uint8Array, encoding: Encoding, ignoreBOM = false) => new TextDecoder(encoding, { ignoreBOM }).decode(bytes);
