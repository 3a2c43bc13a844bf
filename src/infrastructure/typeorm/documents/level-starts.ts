const MOST_STARTS = 1000;
/** Fewer say nothing about how many codes there are for each. */
const LEAST_FOUND = 10;

/** Where the newest documents of a search were, and how many codes there were for each of them. */
export interface Start {
  newest: number;
  codesPerFound: number;
}

/** What first pages of searches within levels have shown: where to look for the same search again. It can only mislead about the way. */
export class LevelStarts {
  private readonly starts = new Map<string, Start>();

  of(search: string): Start | undefined {
    return this.starts.get(search);
  }

  /** @param codes of a full first page, the newest first */
  note(search: string, codes: readonly number[]): void {
    const [newest, oldest] = [codes[0], codes.at(-1)];
    if (newest === undefined || oldest === undefined || codes.length < LEAST_FOUND) return;
    this.starts.delete(search);
    this.starts.set(search, { newest, codesPerFound: (newest - oldest + 1) / codes.length });
    if (this.starts.size > MOST_STARTS) this.starts.delete(this.starts.keys().next().value as string);
  }
}
