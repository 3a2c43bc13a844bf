import type { Bounds } from './search-sql';

/** So many documents at least are looked at, and for each that is wanted, before it is known how many of them have the value. */
const LEAST_LOOKED_AT = 2000;
const LOOKED_AT_PER_FOUND = 2;
/** Looking at more takes as long as reading all documents of a value that many have. */
const MOST_LOOKED_AT = 10_000;
/** How much more than the last ones let expect are looked at next. */
const SURPLUS = 1.5;

/** Documents within reach, the newest first. */
interface Newest {
  /** The code of the so many-th; undefined: they are fewer. */
  codeOf(count: number, below?: number): Promise<number | undefined>;
  /** Codes of those within the bounds that have the value. */
  withValue(bounds: Bounds, limit: number): Promise<number[]>;
}

/**
 * The newest documents with a value that a list gives to many: no index holds them in their order, so the newest of all are looked at, block
 * by block. Null: too few of these have it.
 */
export async function walkNewest({ codeOf, withValue }: Newest, wanted: number, below?: number): Promise<number[] | null> {
  let found: number[] = [];
  let [end, left, next] = [below, MOST_LOOKED_AT, Math.max(LEAST_LOOKED_AT, LOOKED_AT_PER_FOUND * wanted)];
  while (left > 0) {
    const count = Math.min(next, left);
    const from = await codeOf(count, end);
    if (next > count && from !== undefined) return null;
    const shown = await withValue({ from, below: end }, wanted - found.length);
    found = found.concat(shown);
    if (from === undefined || found.length === wanted) return found;
    [end, left] = [from, left - count];
    next = Math.max(LEAST_LOOKED_AT, Math.ceil((SURPLUS * count * (wanted - found.length)) / shown.length));
  }
  return null;
}
