import type { Condition } from '../scope-condition';
import type { Sql } from '../sql';
import type { SearchSql } from './search-sql';

/** Codes of the first window per wanted document: if the levels are all of the client's, this many are read. */
const CODES_PER_FOUND = 2;
/** Minimum size of a window in codes. */
const LEAST_CODES = 500;
/** Factor by which a window grows after an empty one; the maximum after one with few matches. */
const WIDER = 16;
/** Asks for this much more than the density of the last window suggests. */
const SURPLUS = 1.5;
/** Index entries that can be read and sorted within a millisecond. */
const MOST_READ = 2000;

/**
 * The newest documents of several levels. An index is ordered within each level only, so the entries of all levels in a range of codes are
 * read and sorted, window by window, newest first; the matches of a window determine the next width. Written statements: on the path of
 * searches.
 * @param newestOfEach tells where to begin
 */
export async function codesOfLevels(
  sql: Sql,
  search: SearchSql,
  newestOfEach: Condition,
  below: number | undefined,
  wanted: number,
): Promise<number[]> {
  const rows = await sql.rows<{ newest: number | null }>(newestOfEach.sql, newestOfEach.parameters);
  let found: number[] = [];
  let end = Math.min(Math.max(0, ...rows.map(({ newest }) => Number(newest))) + 1, below ?? Infinity);
  let width = Math.max(LEAST_CODES, CODES_PER_FOUND * wanted);
  while (end > 1 && found.length < wanted) {
    const from = Math.max(end - width, 1);
    const shown = await shownIn(sql, search, { from, below: end }, wanted - found.length);
    if (shown === null) width = Math.max(MOST_READ, Math.ceil(width / WIDER));
    else {
      found = found.concat(shown);
      end = from;
      width = nextWidth(width, shown.length, wanted - found.length);
    }
  }
  return found;
}

/** The newest codes in the window; null if it holds so many that a narrower window is better. */
async function shownIn(sql: Sql, search: SearchSql, window: { from: number; below: number }, limit: number): Promise<number[] | null> {
  const most = Math.ceil(MOST_READ + SURPLUS * limit);
  const mayHaveAll = window.below - window.from <= most;
  const codes = mayHaveAll ? search.newest(window, limit) : search.any(window, most);
  const rows = await sql.rows<{ code: number; seen: number }>(
    mayHaveAll ? codes.sql : `SELECT w.code AS code, COUNT(*) OVER () AS seen FROM (${codes.sql}) w ORDER BY w.code DESC LIMIT ?`,
    mayHaveAll ? codes.parameters : [...codes.parameters, limit],
  );
  return Number(rows[0]?.seen ?? 0) < most ? rows.map(({ code }) => code) : null;
}

function nextWidth(width: number, shown: number, missing: number): number {
  if (shown === 0) return width * WIDER;
  return Math.ceil(Math.min(Math.max((SURPLUS * width * missing) / shown, width), width * WIDER));
}
