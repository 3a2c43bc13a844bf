/** Bytes that become Base64 characters, without quotes. */
export interface Base64Part {
  /** How many bytes the source will deliver. */
  size: number;
  /** Called when the part's turn comes. Chunks may have any size. Bytes that are there all at once become one text: for small files. */
  bytes: () => Source | Promise<Source>;
}

export type Source = AsyncIterable<Uint8Array> | Uint8Array;

/** A piece of an answer: literal JSON text, or bytes to be written as Base64. */
export type JsonPart = string | Base64Part;

/**
 * Exact byte length of the answer, for Content-Length.
 * @throws RangeError when a size is not a whole number of bytes
 */
export function lengthOf(parts: readonly JsonPart[]): number {
  return parts.reduce((sum, part) => sum + (typeof part === 'string' ? Buffer.byteLength(part) : base64Length(part.size)), 0);
}

function base64Length(size: number): number {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`Not a size in bytes: ${size}`);
  return Math.ceil(size / 3) * 4;
}
