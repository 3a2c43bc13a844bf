import { createHash } from 'node:crypto';
import { LONGEST_BEGINNING } from '#domain/documents/field-value';

/**
 * A comparison key as its indexed column holds it: itself, or when it is long its beginning and a digest of the whole,
 * so that equal keys stay equal, different ones different, and a search by the beginning still works.
 */
export function valueKey(key: string): string {
  const characters = [...key];
  return characters.length <= LONGEST_BEGINNING
    ? key
    : `${characters.slice(0, LONGEST_BEGINNING).join('')}\u{10FFFF}${sha256(key).slice(0, 32)}`;
}

/** The bounds between which all keys with this beginning lie. */
export function prefixBounds(prefix: string): [string, string] {
  const start = [...prefix].slice(0, LONGEST_BEGINNING).join('');
  return [start, `${start}\u{10FFFF}\u{10FFFF}`];
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
