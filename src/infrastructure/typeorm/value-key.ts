import { createHash } from 'node:crypto';
import { LONGEST_BEGINNING } from '#domain/documents/field-value';

/**
 * A comparison key for an indexed column: the key itself or, if long, its beginning and a digest of the whole. Equality and search by
 * prefix are preserved.
 */
export function valueKey(key: string): string {
  const characters = [...key];
  return characters.length <= LONGEST_BEGINNING
    ? key
    : `${characters.slice(0, LONGEST_BEGINNING).join('')}\u{10FFFF}${sha256(key).slice(0, 32)}`;
}

/** The bounds of all keys with this prefix. */
export function prefixBounds(prefix: string): [string, string] {
  const start = [...prefix].slice(0, LONGEST_BEGINNING).join('');
  return [start, `${start}\u{10FFFF}\u{10FFFF}`];
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
