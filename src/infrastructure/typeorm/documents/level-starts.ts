const MOST_STARTS = 1000;
/** Fewer say nothing about how many codes there are for each. */
const LEAST_FOUND = 10;
/** Among so many documents of the levels one is looked for, of a search that was not seen before. */
const GUESSED = 8;

/** Where the newest documents of a search were, and how many codes there were for each of them: infinitely many where all are on one page. */
export interface Start {
  newest: number;
  codesPerFound: number;
  /** Milliseconds, by this process's own clock; of a guess, which says nothing of how many there are, never. */
  notedAt: number;
}

/** What first pages of searches within levels have shown: where to look for the same search again. It can only mislead about the way. */
export class LevelStarts {
  private readonly starts = new Map<string, Start>();

  /** @param every tells the search for all documents of the same levels: where they are, those that meet conditions may be, too */
  of(search: string, every: () => string | undefined): Start | undefined {
    const known = this.starts.get(search);
    if (known) return known;
    const guess = this.starts.get(every() ?? '');
    return guess && { ...guess, codesPerFound: guess.codesPerFound * GUESSED, notedAt: -Infinity };
  }

  /** @param codes of a first page, the newest first; of one that is not full they are all there are */
  note(search: string, codes: readonly number[], isFull: boolean): void {
    const [newest = 0, oldest = 0] = [codes[0], codes.at(-1)];
    if (isFull && codes.length < LEAST_FOUND) return;
    this.starts.delete(search);
    const codesPerFound = isFull ? (newest - oldest + 1) / codes.length : Infinity;
    this.starts.set(search, { newest, codesPerFound, notedAt: performance.now() });
    if (this.starts.size > MOST_STARTS) this.starts.delete(this.starts.keys().next().value as string);
  }
}
