import { SURPLUS } from './level-windows';
import type { Bounds } from './search-terms';

/** Minimum number of documents to read, also per wanted one, before the density of the value is estimated. */
const LEAST_WALKED = 2000;
const WALKED_PER_FOUND = 2;
/** Beyond this, also per wanted document, walking is as slow as reading all documents with a common value. */
const MOST_WALKED = 10_000;
const MOST_WALKED_PER_FOUND = 4;
/** The code at the end of a block of this size is found quickly. */
const LARGEST_BLOCK = 10_000;
/** Maximum number of codes that pass through this process. */
export const MOST_WANTED = 100_000;

/** Documents within reach, or a superset of them, newest first. */
interface Newest {
  /** The code at position `count`; undefined: there are fewer. */
  codeOf(count: number, below?: number): Promise<number | undefined>;
  /** Codes within the bounds and within reach that have the value. */
  withValue(bounds: Bounds, limit: number): Promise<number[]>;
}

/**
 * Finds the newest documents with a common list value: no index holds them in order, so the newest documents are read block by block. Null:
 * too few of them have the value, or too many are wanted.
 */
export async function walkNewest({ codeOf, withValue }: Newest, wanted: number, below?: number): Promise<number[] | null> {
  if (wanted > MOST_WANTED) return null;
  let found: number[] = [];
  let [end, left] = [below, Math.max(MOST_WALKED, MOST_WALKED_PER_FOUND * wanted)];
  let next = Math.max(LEAST_WALKED, WALKED_PER_FOUND * wanted);
  while (left > 0) {
    const count = Math.min(next, left, LARGEST_BLOCK);
    const from = await codeOf(count, end);
    if (next / SURPLUS > left && from !== undefined) return null;
    const shown = await withValue({ from, below: end }, wanted - found.length);
    found = found.concat(shown);
    if (from === undefined || found.length === wanted) return found;
    [end, left] = [from, left - count];
    next = Math.max(LEAST_WALKED, Math.ceil((SURPLUS * count * (wanted - found.length)) / shown.length));
  }
  return null;
}
