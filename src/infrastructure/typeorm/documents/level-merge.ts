import type { Sql } from '../sql';
import type { SearchSql } from './search-sql';

/** Index entries that are read and sorted faster than it is found out which of them are needed. */
const MOST_MERGED = 1000;
/** So many times what is wanted may be read. */
const SURPLUS = 4;
const DEEPER = 4;
/** So many times what each level would give, were all alike: some are empty. */
const FIRST_LOOK = 1.5;

/** What the newest documents of a level tell of it. */
interface Probe {
  level: number;
  found: number;
  newest: number;
  oldest: number;
  /** None of the level is older than `oldest`. */
  isWhole: boolean;
}

interface Narrowed {
  from: number;
  within: readonly SearchSql[];
}

/** The newest documents of several levels that have none in common: each is read in its own order, and as little of it as may be. */
export class LevelMerge {
  constructor(private readonly sql: Sql) {}

  async codes(levels: readonly SearchSql[], below: number | undefined, limit: number, offset: number): Promise<number[]> {
    const wanted = offset + limit;
    const { from, within } = levels.length * wanted > MOST_MERGED ? await this.narrowed(levels, below, wanted) : { within: levels };
    if (within.length === 0) return [];
    const parts = within.map((level, index) => {
      const newest = level.newest({ from, below }, '?');
      return { sql: `SELECT m${index}.code FROM (${newest.sql}) m${index}`, parameters: [...newest.parameters, wanted] };
    });
    const rows = await this.sql.rows<{ code: number }>(
      `SELECT m.code AS code FROM (${parts.map(({ sql }) => sql).join(' UNION ALL ')}) m ORDER BY m.code DESC LIMIT ? OFFSET ?`,
      [...parts.flatMap(({ parameters }) => parameters), limit, offset],
    );
    return rows.map(({ code }) => code);
  }

  /**
   * A code that as many as are wanted reach, and not many times more, with the levels whose documents do: each level is looked at
   * a little way back, and again, deeper, where what it showed leaves open how many of its documents count.
   */
  private async narrowed(levels: readonly SearchSql[], below: number | undefined, wanted: number): Promise<Narrowed> {
    const known = new Map<number, Probe>();
    let open = levels.map((_, level) => level);
    for (let depth = Math.ceil((FIRST_LOOK * wanted) / levels.length) + 1; ; depth = Math.min(wanted, depth * DEEPER)) {
      for (const probe of await this.probes(levels, open, below, depth)) known.set(probe.level, probe);
      const probes = [...known.values()];
      const from = reachedBy(wanted, probes);
      open = probes.filter((probe) => goesOn(probe, from)).map(({ level }) => level);
      if (open.length === 0 || depth >= wanted || expectedAbove(from, probes) <= SURPLUS * wanted + MOST_MERGED) {
        return { from, within: levels.filter((_, level) => (known.get(level)?.newest ?? 0) >= Math.max(from, 1)) };
      }
    }
  }

  private async probes(levels: readonly SearchSql[], open: readonly number[], below: number | undefined, depth: number): Promise<Probe[]> {
    const parts = open.map((level) => {
      const newest = levels[level]!.newest({ below }, '?');
      return {
        sql: `SELECT ${level} AS level, COUNT(*) AS found, MAX(m${level}.code) AS newest, MIN(m${level}.code) AS oldest FROM (${newest.sql}) m${level}`,
        parameters: [...newest.parameters, depth],
      };
    });
    const rows = await this.sql.rows<Record<'level' | 'found' | 'newest' | 'oldest', number | null>>(
      parts.map(({ sql }) => sql).join(' UNION ALL '),
      parts.flatMap(({ parameters }) => parameters),
    );
    return rows.map((row) => {
      const [level, found, newest, oldest] = [row.level, row.found, row.newest, row.oldest].map(Number) as [number, number, number, number];
      return { level, found, newest, oldest, isWhole: found < depth };
    });
  }
}

/** The highest code that so many of the documents which the probes saw reach; 0 where they saw fewer. */
function reachedBy(wanted: number, probes: readonly Probe[]): number {
  let seen = 0;
  for (const { oldest, found } of [...probes].sort((a, b) => b.oldest - a.oldest)) {
    seen += found;
    if (seen >= wanted) return oldest;
  }
  return 0;
}

/** Whether more documents of the level may reach the code than were seen. */
const goesOn = ({ oldest, isWhole }: Probe, code: number) => !isWhole && oldest > code;

/** How many documents reach a code, if each level goes on as it began. */
function expectedAbove(code: number, probes: readonly Probe[]): number {
  return probes.reduce((sum, probe) => {
    const { found, newest, oldest } = probe;
    return sum + (goesOn(probe, code) ? (found * (newest - code + 1)) / (newest - oldest + 1) : found);
  }, 0);
}
