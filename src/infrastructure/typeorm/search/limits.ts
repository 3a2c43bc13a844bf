/** What ends the work of a search; tests make it little. */
export const LIMITS = {
  /** Documents with words of files that a probe counts. A caller of words that more have, and no rarer condition, is told that they are too frequent. */
  PROBE: 50_000,
  /** Documents that are read and sorted if that is likely less work than to go on along the order. A caller notices nothing: the order has the others. */
  MOST_SORTED: 20_000,
  /** Entries of an order that one statement reads. A caller notices nothing: another block follows. */
  BLOCK: 20_000,
  /** Entries of an order that one page reads. A caller gets a short page, that is said to be incomplete, and the place where the next one goes on. */
  BUDGET: 260_000,
  /** Entries that one count reads. A caller gets a number that is said to be the least. */
  COUNT: 100_000,
};
export type Limits = typeof LIMITS;

/** Documents whose words must be looked up are few sooner: each look costs as much as some others. */
export const mostSortedWithWords = ({ MOST_SORTED }: Limits): number => Math.ceil(MOST_SORTED / 4);
