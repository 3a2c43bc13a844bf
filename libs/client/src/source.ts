/** Bytes that are read while they are sent, in pieces of any size. */
export interface Source {
  /** Anew for every try. */
  open(): AsyncIterable<Uint8Array>;
  /** It can be opened only once: a call that has read from it is not repeated. */
  readonly once?: boolean;
}

export const isSource = (value: unknown): value is Source =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Source>).open === 'function';

/** A call takes as many characters as the engine likes. */
const PIECE = 0x6000;

export function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // A piece's length is divisible by three, so that its Base64 may be joined to the next.
  for (let at = 0; at < bytes.length; at += PIECE) pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE))));
  return pieces.join('');
}

/** Its Base64 in pieces: what is left of a piece beyond a multiple of three bytes goes before the next. */
export async function* base64Pieces(source: Source): AsyncGenerator<string, void, void> {
  let rest = new Uint8Array();
  for await (const piece of source.open()) {
    const bytes = new Uint8Array(rest.length + piece.length);
    bytes.set(rest);
    bytes.set(piece, rest.length);
    const whole = bytes.length - (bytes.length % 3);
    if (whole > 0) yield base64Of(bytes.subarray(0, whole));
    rest = bytes.slice(whole);
  }
  if (rest.length > 0) yield base64Of(rest);
}
