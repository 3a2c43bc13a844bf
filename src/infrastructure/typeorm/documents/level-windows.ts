import type { Sql } from '../sql';
import type { Start } from './level-starts';
import type { Bounds, SearchSql } from './search-sql';

/** Codes of the first window for each document that is wanted: were the levels all of the client, as many would be read in vain. */
const CODES_PER_FOUND = 2;
/** So many codes are looked through at once, whatever is among them. */
const LEAST_CODES = 500;
/** How much wider a window gets after one that showed nothing, and at most after one that showed little. */
const WIDER = 16;
/** How much more than the last window lets expect is asked for. */
export const SURPLUS = 1.5;
/** Index entries that are read and sorted within a millisecond. */
const MOST_READ = 2000;
/** So many codes may lie between the newest documents and the end of a page that is found at once: rare ones are found otherwise. */
const MOST_CODES = 200_000;

/** For so long not many documents can have come since a page was shown. */
const FRESH_MS = 60_000;

/** Codes from one on, and up to before another. */
interface Window {
  from: number;
  below: number;
}

/**
 * The newest documents of several levels. In the index each level is in its own order: so the entries of all levels between two
 * codes are read and sorted, window by window, from the newest document of any level back. How many a window shows tells how wide the next must be.
 */
export class LevelWindows {
  constructor(private readonly sql: Sql) {}

  /** All that are wanted, the newest first; fewer are all there are. */
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

  /** In one window from where the newest were when last looked at. Null: it does not fill the page, or holds too many by now. */
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

  /** Of all levels, or a newer one that is out of reach; 0: there is none. */
  private async newest(search: SearchSql, below?: number): Promise<number> {
    const { sql, parameters } = search.newestOfEach(below);
    const rows = await this.sql.rows<{ newest: number | null }>(sql, parameters);
    return Math.max(0, ...rows.map(({ newest }) => Number(newest)));
  }

  /** The newest codes in the window; null where so many are in it that a narrower one will do. */
  private async shown(search: SearchSql, window: Window, limit: number): Promise<number[] | null> {
    const most = MOST_READ + SURPLUS * limit;
    if (window.below - window.from <= most) return this.inOrder(search, window, limit, 0);
    return this.fewer(search, window, most, limit, 0);
  }

  /** A page of what lies within the bounds, however much that is; of values that are older than the page the documents are not looked at. */
  private async inOrder(search: SearchSql, bounds: Bounds, limit: number, offset: number): Promise<number[]> {
    const { sql, parameters } = search.newest(bounds, '? OFFSET ?');
    return (await this.sql.rows<{ code: number }>(sql, [...parameters, limit, offset])).map(({ code }) => code);
  }

  /** A page of what lies within the bounds, as long as that is less than `most`. */
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
