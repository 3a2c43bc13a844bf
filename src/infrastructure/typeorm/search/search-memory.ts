/** Shows whether a client's documents have changed since a given time. */
export interface ArchiveState {
  /** Highest code below which no document can still appear: codes are assigned before transactions end. */
  newest: number;
  /** Number and last time of the changes since the walk's `since`. */
  changes: number;
  lastChange: number;
  /** Milliseconds, by the database's clock. */
  now: number;
}

/** The number of documents up to and including this code. */
interface Landmark {
  rank: number;
  code: number;
}

/** Memory of one search, from its requested pages. */
export interface Walk extends ArchiveState {
  since: number;
  landmarks: Landmark[];
  total: number | null;
}

const MOST_WALKS = 500;
const MOST_LANDMARKS = 2000;
const KEPT_MS = 600_000;
/** Longer than any transaction: a change is dated by its start but visible only after its commit. */
export const LONGEST_CHANGE_MS = 15_000;

/**
 * Remembers where far pages of running searches begin, so that page N need not skip N pages (ADR 54). A walk is discarded as soon as a
 * document of the client changes or is deleted; new documents are counted separately.
 */
export class SearchMemory {
  private readonly walks = new Map<string, Walk>();
  private readonly large = new Set<string>();

  /** Whether the search has so many matches that counting them again would be slow. */
  isLarge(search: string): boolean {
    return this.large.has(search);
  }

  noteLarge(search: string): void {
    if (this.large.size >= MOST_WALKS) this.large.clear();
    this.large.add(search);
  }

  /** Time from which changes invalidate the memory of this search; undefined without one. */
  since(search: string): number | undefined {
    return this.walks.get(search)?.since;
  }

  /** The walk, if still valid. It covers documents up to its `newest`; callers must count newer ones. */
  valid(search: string, state: ArchiveState): Walk | null {
    const walk = this.walks.get(search);
    if (!walk) return null;
    const changed = walk.changes !== state.changes || walk.lastChange !== state.lastChange || state.now - walk.now > KEPT_MS;
    if (changed) this.walks.delete(search);
    return changed ? null : walk;
  }

  /** The last landmark at or before this offset. */
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
