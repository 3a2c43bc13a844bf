import { SURPLUS } from './level-windows';
import type { Bounds } from './search-sql';

/** So many documents at least are looked at, and for each that is wanted, before it is known how many of them have the value. */
const LEAST_WALKED = 2000;
const WALKED_PER_FOUND = 2;
/** Looking at more, and at more for each that is wanted, takes as long as reading all documents of a value that many have. */
const MOST_WALKED = 10_000;
const MOST_WALKED_PER_FOUND = 4;
/** Where so many end is found at once. */
const LARGEST_BLOCK = 10_000;
/** So many codes are passed through this process, and no more. */
export const MOST_WANTED = 100_000;

/** Documents within reach, or more than these, the newest first. */
interface Newest {
  /** The code of the so many-th; undefined: they are fewer. */
  codeOf(count: number, below?: number): Promise<number | undefined>;
  /** Codes of those within the bounds, and within reach, that have the value. */
  withValue(bounds: Bounds, limit: number): Promise<number[]>;
}

/**
 * The newest documents with a value that a list gives to many: no index holds them in their order, so the newest of all are looked at, block
 * by block. Null: too few of these have it, or too many are wanted.
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
