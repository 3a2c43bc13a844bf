import type { Sql } from '../sql';
import type { Start } from './level-starts';
import type { SearchSql } from './search-sql';
import type { Bounds } from './search-terms';

/** Codes of the first window per wanted document: if the levels are all of the client's, this many are read. */
const CODES_PER_FOUND = 2;
/** Minimum size of a window in codes. */
const LEAST_CODES = 500;
/** Factor by which a window grows after an empty one; the maximum after one with few matches. */
const WIDER = 16;
/** Asks for this much more than the density of the last window suggests. */
export const SURPLUS = 1.5;
/** Index entries that can be read and sorted within a millisecond. */
const MOST_READ = 2000;
/** Maximum distance of codes for a page that is read in one window; rare matches are found in another way. */
const MOST_CODES = 200_000;

/** Within this time few documents can have been added since a page was shown. */
const FRESH_MS = 60_000;

/** A range of codes; the end is exclusive. */
interface Window {
  from: number;
  below: number;
}

/**
 * Finds the newest documents of several levels. The index is ordered within each level only, so the entries of all levels in a range of
 * codes are read and sorted, window by window, newest first; the matches of a window determine the next width. Written statements: on the
 * path of every search.
 */
export class LevelWindows {
  constructor(private readonly sql: Sql) {}

  /** All wanted codes, newest first; a shorter list is complete. */
  async codes(search: SearchSql, below: number | undefined, wanted: number): Promise<number[]> {
    let found: number[] = [];
    let end = (await this.newest(search, below)) + 1;
    let width = Math.max(LEAST_CODES, CODES_PER_FOUND * wanted);
    while (end > 1 && found.length < wanted) {
      const window = { from: Math.max(end - width, 1), below: end };
      const shown = await this.shown(search, window, wanted - found.length);
      if (shown === null) width = Math.max(MOST_READ, Math.ceil(width / WIDER));
      else {
        found = found.concat(shown);
        end = window.from;
        width = nextWidth(width, shown.length, wanted - found.length);
      }
    }
    return found;
  }

  /** Tries one window at the last known position. Null: it does not fill the page, or has too many entries now. */
  async near(search: SearchSql, { newest, codesPerFound, notedAt }: Start, below: number | undefined, limit: number, offset: number) {
    const expected = SURPLUS * (offset + limit);
    if (codesPerFound < Infinity && codesPerFound * expected > MOST_CODES) return null;
    const end = Math.min(newest + 1, below ?? Infinity);
    const from = Math.max(end - Math.ceil(codesPerFound * expected), 1);
    const isShort = offset > 0 && performance.now() - notedAt < FRESH_MS;
    const codes = await (isShort
      ? this.inOrder(search, { from, below }, limit, offset)
      : this.fewer(search, { from, below }, MOST_READ + 2 * expected, limit, offset));
    return codes && (codes.length === limit || from === 1) ? codes : null;
  }

  /** The newest code of the levels, or a newer one out of reach; 0: none. */
  private async newest(search: SearchSql, below?: number): Promise<number> {
    const { sql, parameters } = search.newestOfEach(below);
    const rows = await this.sql.rows<{ newest: number | null }>(sql, parameters);
    return Math.max(0, ...rows.map(({ newest }) => Number(newest)));
  }

  /** The newest codes in the window; null if it holds so many that a narrower window is better. */
  private async shown(search: SearchSql, window: Window, limit: number): Promise<number[] | null> {
    const most = MOST_READ + SURPLUS * limit;
    if (window.below - window.from <= most) return this.inOrder(search, window, limit, 0);
    return this.fewer(search, window, most, limit, 0);
  }

  /** A page within the bounds; documents older than the page are not read for their values. */
  private async inOrder(search: SearchSql, bounds: Bounds, limit: number, offset: number): Promise<number[]> {
    const { sql, parameters } = search.newest(bounds, '? OFFSET ?');
    return (await this.sql.rows<{ code: number }>(sql, [...parameters, limit, offset])).map(({ code }) => code);
  }

  /** A page within the bounds, if they hold fewer than `most`. */
  private async fewer(search: SearchSql, bounds: Bounds, most: number, limit: number, offset: number): Promise<number[] | null> {
    const { sql, parameters } = search.some(bounds);
    const rows = await this.sql.rows<{ code: number; seen: number }>(
      `SELECT w.code AS code, COUNT(*) OVER () AS seen FROM (${sql}) w ORDER BY w.code DESC LIMIT ? OFFSET ?`,
      [...parameters, Math.ceil(most), limit, offset],
    );
    return Number(rows[0]?.seen ?? 0) < most ? rows.map(({ code }) => code) : null;
  }
}

function nextWidth(width: number, shown: number, missing: number): number {
  if (shown === 0) return width * WIDER;
  return Math.ceil(Math.min(Math.max((SURPLUS * width * missing) / shown, width), width * WIDER));
}
