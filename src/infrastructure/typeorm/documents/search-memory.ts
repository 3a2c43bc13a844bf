/** What tells whether a client's documents are still those of a moment before. */
export interface ArchiveState {
  /** Highest code among documents so old that every one before them is there, too: codes are given before transactions end. */
  newest: number;
  /** Of the documents changed since the walk's `since`: how many, and the last time. */
  changes: number;
  lastChange: number;
  /** Milliseconds, by the database's clock. */
  now: number;
}

/** So many documents precede, and include, the one with this code. */
interface Landmark {
  rank: number;
  code: number;
}

/** What is known of one search from the pages that were asked for. */
export interface Walk extends ArchiveState {
  since: number;
  landmarks: Landmark[];
  total: number | null;
}

const MOST_WALKS = 500;
const MOST_LANDMARKS = 2000;
const KEPT_MS = 600_000;
/** Longer than any transaction takes: a change counts from when it began, and shows when it is committed. */
export const LONGEST_CHANGE_MS = 15_000;

/**
 * Remembers where the far pages of running searches begin, so that page N need not pass over N pages (ADR 0008). A walk is
 * forgotten as soon as a document of the client was changed or deleted; new ones are counted beside it.
 */
export class SearchMemory {
  private readonly walks = new Map<string, Walk>();
  private readonly large = new Set<string>();

  /** Whether this search was found to have so many matches that counting them again would be slow. */
  isLarge(search: string): boolean {
    return this.large.has(search);
  }

  noteLarge(search: string): void {
    if (this.large.size >= MOST_WALKS) this.large.clear();
    this.large.add(search);
  }

  /** From when on changes matter for what is remembered of this search; undefined when nothing is. */
  since(search: string): number | undefined {
    return this.walks.get(search)?.since;
  }

  /** The walk, if it still holds. It is about the documents up to its `newest`; whoever uses it counts the newer ones. */
  valid(search: string, state: ArchiveState): Walk | null {
    const walk = this.walks.get(search);
    if (!walk) return null;
    const changed = walk.changes !== state.changes || walk.lastChange !== state.lastChange || state.now - walk.now > KEPT_MS;
    if (changed) this.walks.delete(search);
    return changed ? null : walk;
  }

  /** The last landmark at or before this many documents. */
  nearest({ landmarks, newest }: Walk, offset: number): Landmark {
    return landmarks.findLast(({ rank }) => rank <= offset) ?? { rank: 0, code: newest + 1 };
  }

  begin(search: string, state: ArchiveState): Walk {
    if (this.walks.size >= MOST_WALKS) this.walks.delete(this.walks.keys().next().value as string);
    const walk = { ...state, since: state.now - LONGEST_CHANGE_MS, landmarks: [], total: null };
    this.walks.set(search, walk);
    return walk;
  }

  remember({ landmarks }: Walk, landmark: Landmark): void {
    if (landmarks.length >= MOST_LANDMARKS || landmarks.some(({ rank }) => rank === landmark.rank)) return;
    landmarks.push(landmark);
    landmarks.sort((a, b) => a.rank - b.rank);
  }
}
