/** Positions in the answers of a search, for the caller to send back. */
export abstract class Cursors {
  /** A cursor tells nothing: it may hold a value of a document that the caller must not see. */
  abstract seal(position: string): string;
  /** Null for a cursor that this archive did not make. */
  abstract open(cursor: string): string | null;
}
