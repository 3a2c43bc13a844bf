import { nameOf, type Name } from './names';

const SLOTS = 256;
const LONGEST = 32;

interface Entry {
  bytes: Uint8Array;
  name: Name;
}

/** Caches short names by their bytes: bodies repeat few names, and creating a string costs more than reading the member. */
const entries: (Entry | undefined)[] = new Array<Entry | undefined>(SLOTS).fill(undefined);

/** The name whose bytes, one character each, are `source[from, to)`. It must hold no escapes and only ASCII. */
export function asciiName(source: Buffer, from: number, to: number): Name {
  const length = to - from;
  if (length === 0 || length > LONGEST) return nameOf(source.toString('latin1', from, to));
  const slot = (length * 31 + source[from]! * 17 + source[from + (length >> 1)]! * 7 + source[to - 1]!) % SLOTS;
  const known = entries[slot];
  if (known && isSame(known.bytes, source, from, length)) return known.name;
  const name = nameOf(source.toString('latin1', from, to));
  entries[slot] = { bytes: new Uint8Array(source.subarray(from, to)), name };
  return name;
}

function isSame(bytes: Uint8Array, source: Buffer, from: number, length: number): boolean {
  if (bytes.length !== length) return false;
  for (let i = 0; i < length; i++) if (bytes[i] !== source[from + i]) return false;
  return true;
}
