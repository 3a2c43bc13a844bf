import { isUtf8 } from 'node:buffer';

const CONTINUES = 0x80;
const CONTINUES_MASK = 0xc0;

/** Offset of the first byte of the first sequence that is not UTF-8, or -1. */
export function firstNonUtf8(bytes: Buffer): number {
  if (isUtf8(bytes)) return -1;
  // Decoding replaces what is wrong by U+FFFD: the culprit stands where that begins. The first bytes of both may be the same.
  const replaced = Buffer.from(bytes.toString('utf8'));
  let at = bytes.findIndex((byte, i) => byte !== replaced[i]);
  // Cut off within what U+FFFD begins with, too.
  if (at < 0) at = bytes.length;
  while ((replaced[at]! & CONTINUES_MASK) === CONTINUES) at--;
  return at;
}
