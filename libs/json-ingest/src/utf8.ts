import { isUtf8 } from 'node:buffer';

/** Offset of the first byte that is not UTF-8, or -1. */
export function firstNonUtf8(bytes: Buffer): number {
  if (isUtf8(bytes)) return -1;
  // Decoding replaces what is wrong by U+FFFD: the first byte that does not come back is the culprit.
  const replaced = Buffer.from(bytes.toString('utf8'));
  return bytes.findIndex((byte, i) => byte !== replaced[i]);
}
