import { EscapeSequence } from './escape-sequence';
import { IngestError, type MemberPath } from './ingest-error';
import { BACKSLASH, FIRST_PRINTABLE, QUOTE } from './json-bytes';

/** The text of a file that was refused, up to its closing quote. */
export class SkippedText {
  closed = false;

  /** @param escape where in an escape the first byte stands, if in one */
  constructor(
    readonly path: MemberPath,
    private readonly escape = new EscapeSequence(),
  ) {}

  /**
   * @param base body offset of `piece[0]`
   * @returns index of the first byte not read: the closing quote is not consumed
   * @throws IngestError JSON_INVALID
   */
  read(piece: Buffer, from: number, base: number): number {
    for (let i = from; i < piece.length; i++) {
      const byte = piece[i]!;
      if (this.escape.open) {
        if (this.escape.take(byte) === EscapeSequence.BAD) throw this.#fault(base + i);
      } else if (byte === BACKSLASH) this.escape.begin();
      else if (byte < FIRST_PRINTABLE) throw this.#fault(base + i);
      else if (byte === QUOTE) {
        this.closed = true;
        return i;
      }
    }
    return piece.length;
  }

  #fault(at: number): IngestError {
    return new IngestError('JSON_INVALID', at, this.path);
  }
}
