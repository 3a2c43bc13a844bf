import { keepNewest } from '#application/keep-newest';

const MOST_STARTS = 1000;
/** With fewer results the density of codes cannot be estimated. */
const LEAST_FOUND = 10;
/** First guess for a new search: one match per this many documents of the levels. */
const GUESSED = 8;

/** Where the newest documents of a search were, and the number of codes per match; infinite when one page holds all matches. */
export interface Start {
  newest: number;
  codesPerFound: number;
  /** Milliseconds of this process's clock; -Infinity for a guess, which has no reliable density. */
  notedAt: number;
}

/** Remembers where first pages of searches within levels started. A wrong entry costs time but never changes a result. */
export class LevelStarts {
  private readonly starts = new Map<string, Start>();

  /** @param every the search for all documents of the same levels: matches of narrower searches may be near its start */
  of(search: string, every: () => string | undefined): Start | undefined {
    const known = this.starts.get(search);
    if (known) return known;
    const guess = this.starts.get(every() ?? '');
    return guess && { ...guess, codesPerFound: guess.codesPerFound * GUESSED, notedAt: -Infinity };
  }

  /** @param codes of a first page, newest first; if the page is not full, these are all matches */
  note(search: string, codes: readonly number[], isFull: boolean): void {
    const [newest = 0, oldest = 0] = [codes[0], codes.at(-1)];
    if (isFull && codes.length < LEAST_FOUND) return;
    const codesPerFound = isFull ? (newest - oldest + 1) / codes.length : Infinity;
    keepNewest(this.starts, search, { newest, codesPerFound, notedAt: performance.now() }, MOST_STARTS);
  }
}
