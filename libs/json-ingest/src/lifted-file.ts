import type { MemberPath } from './ingest-error';

/**
 * Stands in the parsed JSON where the Base64 text was. Only the reader makes instances and JSON.parse makes none,
 * so `value instanceof LiftedFile` cannot be forged by a body.
 */
export class LiftedFile {
  private constructor(
    /** Place among the files of the body, from 0; the one `openFile` was called with. */
    readonly ordinal: number,
    readonly path: MemberPath,
    /** Decoded bytes. */
    readonly size: number,
    /** Its text was no Base64, or empty; only with `onFault`. */
    readonly refused: boolean,
  ) {}

  /** @internal */
  static of(ordinal: number, path: MemberPath, size: number, refused = false): LiftedFile {
    return new LiftedFile(ordinal, path, size, refused);
  }
}
