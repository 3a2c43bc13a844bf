import type { Position } from '#application/ports/document-finder';
import { compareScalars } from '#domain/documents/filter-tests';
import type { Scalar } from '#domain/documents/filter';
import type { Condition } from '../scope-condition';
import type { Sql } from '../sql';
import type { FindQuestion } from './find-question';
import type { FindLimits } from './find-limits';
import { blockOf, branchesOf, levelBlockOf, type Phase } from './find-streams';

/** A document in the order that is asked for. */
export interface Place {
  code: number;
  position: Position;
}

interface Block {
  found: readonly Place[];
  /** The last entry that was read; null: there are no more. */
  end: Position | null;
  /** Entries that were read for it at most. */
  read: number;
}

/** The same phase, along the levels within reach. */
interface ByLevel {
  phase: Phase;
  /** So many of the next entries are sure to be those of these levels; null: there are no other levels. */
  most: number | null;
}

export interface Row {
  k: Scalar;
  c: number;
  e: number;
}

/** Entries of an order, read and checked by one statement. Written statements: on the path of every typed search (ADR 0039). */
export class FindBlocks {
  constructor(
    private readonly sql: Sql,
    private readonly question: FindQuestion,
    private readonly limits: FindLimits,
  ) {}

  /** Of so many next entries those that meet all conditions, and where these entries end. */
  async next(phase: Phase, after: Position | null, size: number, limit: number): Promise<Block> {
    const end = { sql: `SELECT w.k, w.c FROM w ${inOrder(phase)} LIMIT 1 OFFSET ?`, parameters: [size - 1] };
    return { ...(await this.block(phase, blockOf(phase, after, size), end, limit)), read: size };
  }

  /**
   * The same of about so many next entries along each level within reach, if that can be: up to the first end of one of them, as what comes
   * behind it there was not read. Of levels whose documents are mixed these are nearly all that were read.
   */
  async nextOfLevels(phase: Phase, after: Position | null, size: number, limit: number): Promise<Block> {
    const levels = await this.ofLevels(phase, after);
    if (!levels) return this.next(phase, after, size, limit);
    const { length } = levels.phase.streams;
    if (levels.most !== null) return { ...(await this.next(levels.phase, after, levels.most, limit)), read: levels.most * length };
    // They may all be of one level.
    const ofEach = Math.max(limit, Math.floor(size / branchesOf(levels.phase, after)));
    const ends = { sql: 'SELECT w.k, w.c FROM w WHERE w.z = 1', parameters: [] };
    return { ...(await this.block(levels.phase, levelBlockOf(levels.phase, after, ofEach), ends, limit)), read: ofEach * length };
  }

  /** Whether one statement reads all levels within reach. */
  areTogether({ ofLevel }: Phase): boolean {
    const { levels } = this.question;
    const [first] = levels ?? [];
    return !!levels && !!first && !!ofLevel && levels.length * ofLevel(first.nodeCode).length <= this.limits.levelsTogether;
  }

  /**
   * The next entries of many levels come from as many of them at most, those whose own next entry comes first: so a look at each tells which,
   * and how many entries these are sure to have. Null: the order has none by level, or there are too many levels.
   */
  private async ofLevels(phase: Phase, after: Position | null): Promise<ByLevel | null> {
    const [{ levels }, { ofLevel }, { levelsTogether, branches }] = [this.question, phase, this.limits];
    if (levels === null || !ofLevel) return null;
    const all = { ...phase, streams: levels.flatMap(({ nodeCode }) => ofLevel(nodeCode)) };
    if (all.streams.length <= levelsTogether) return { phase: all, most: null };
    if (levelsTogether === 0 || branchesOf(all, after) > branches) return null;
    const { sql, parameters } = blockOf(all, after, levelsTogether, 1);
    const heads = await this.sql.rows<{ n: number }>(`SELECT h.n FROM (${sql}) h`, parameters);
    const nodes = [...new Set(heads.map(({ n }) => n))];
    return { phase: { ...phase, streams: nodes.flatMap((nodeCode) => ofLevel(nodeCode)) }, most: levelsTogether };
  }

  /** How many of the next entries meet all conditions, up to the most, and where these entries end. */
  async count(phase: Phase, after: Position | null, size: number, most: number): Promise<{ counted: number; end: Position | null }> {
    const [entries, { sql, parameters }] = [blockOf(phase, after, size), this.question.checkOf(phase)];
    const rows = await this.sql.rows<Row & { counted: number }>(
      `SELECT b.counted, b.k, b.c FROM (WITH w AS (${entries.sql})
         SELECT y.counted, z.k, z.c FROM (SELECT COUNT(*) AS counted FROM (SELECT /*! STRAIGHT_JOIN */ 1 FROM w ${this.joinOf(phase)} WHERE ${sql} LIMIT ?) m) y
         LEFT JOIN (SELECT w.k, w.c FROM w ${inOrder(phase)} LIMIT 1 OFFSET ?) z ON 1 = 1) b`,
      [...entries.parameters, ...parameters, most, size - 1],
    );
    const [row] = rows;
    const isEnd = !row || row.c === null;
    return { counted: Number(row?.counted), end: isEnd ? null : placeOf(row, phase).position };
  }

  private async block(phase: Phase, entries: Condition, ends: Condition, limit: number): Promise<Omit<Block, 'read'>> {
    if (phase.streams.length === 0) return { found: [], end: null };
    const { sql, parameters } = this.question.checkOf(phase);
    const rows = await this.sql.rows<Row>(
      `SELECT b.k, b.c, b.e FROM (WITH w AS (${entries.sql})
         SELECT m.k, m.c, 0 AS e FROM (SELECT /*! STRAIGHT_JOIN */ w.k, w.c FROM w ${this.joinOf(phase)} WHERE ${sql} ${inOrder(phase)} LIMIT ?) m
         UNION ALL SELECT z.k, z.c, 1 AS e FROM (${ends.sql}) z) b`,
      [...entries.parameters, ...parameters, limit, ...ends.parameters],
    );
    const placesOf = (kind: number) => rows.filter(({ e }) => Number(e) === kind).map((row) => placeOf(row, phase)).sort(inWay(phase)); // prettier-ignore
    const [found, [end = null]] = [placesOf(0), placesOf(1)];
    return { found: found.filter((place) => end === null || inWay(phase)(place, end) <= 0), end: end && end.position };
  }

  private joinOf(phase: Phase): string {
    return this.question.needsDocument(phase) ? 'CROSS JOIN document d ON d.code = w.c' : '';
  }
}

export const placeOf = ({ k, c }: Row, { isKeyed }: Phase): Place => ({ code: c, position: { key: isKeyed ? k : null, code: c } });

function inOrder({ descending }: Phase): string {
  const way = descending ? 'DESC' : 'ASC';
  return `ORDER BY w.k ${way}, w.c ${way}`;
}

/** The parts of a union come in any order. */
function inWay({ descending }: Phase) {
  const compare = (a: Position, b: Position) => (a.key === null || b.key === null ? 0 : compareScalars(a.key, b.key)) || a.code - b.code;
  return (a: Place, b: Place) => compare(a.position, b.position) * (descending ? -1 : 1);
}
