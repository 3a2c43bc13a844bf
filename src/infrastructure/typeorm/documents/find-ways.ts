import { setImmediate as turn } from 'node:timers/promises';
import { TextTooFrequent, type Position, type Total } from '#application/ports/document-finder';
import { compareScalars } from '#domain/documents/filter-tests';
import type { Scalar } from '#domain/documents/filter';
import { hasTooManyWords } from '../database-errors';
import type { Condition } from '../scope-condition';
import type { Sql } from '../sql';
import { codesOf, FindDrivers, someOf, type Driver } from './find-drivers';
import { FindQuestion, LAST_PHASE } from './find-question';
import type { FindLimits } from './find-limits';
import { frequentWords } from './frequent-words';
import { blockOf, branchesOf, type Phase } from './find-streams';
import { allOf } from './find-tests';

/** A document in the order that is asked for. */
export interface Place {
  code: number;
  position: Position;
}

export interface Walked {
  found: readonly Place[];
  /** Where the work ended; null: at the end of all. */
  end: Position | null;
}

interface Block {
  found: readonly Place[];
  /** The last entry that was read; null: there are no more. */
  end: Position | null;
}

/** Of the blocks of a walk, in entries: they grow up to the most. */
interface Sizes {
  first: number;
  most: number;
  blocks: number;
}

/** Finds all documents with one of the conditions. */
interface Rare {
  driver: Driver;
  isByText: boolean;
  counted: number;
}

interface Row {
  k: Scalar;
  c: number;
  e: number;
}

/**
 * Finds a page (ADR 0039). Where one condition finds few documents, all of them are read; else many documents meet every condition, and some
 * are near if one goes along the order. A user of some levels goes along the order of each. Written statements: on the path of every search.
 */
export class FindWays {
  private readonly drivers: FindDrivers;

  constructor(
    private readonly sql: Sql,
    private readonly question: FindQuestion,
    private readonly limits: FindLimits,
  ) {
    this.drivers = new FindDrivers(question);
  }

  /** The documents behind the position, at least as many as wanted unless the work or the documents end. */
  async page(wanted: number, after: Position | null): Promise<Walked> {
    const { levels, phases, text } = this.question;
    const first = Math.max(1, Math.min(this.limits.firstPerWanted * wanted, this.limits.block));
    const one = { first, most: first, blocks: 1 };
    let begun = await this.walk(wanted, after, one);
    if (isEnough(begun, wanted)) return begun;
    const rare = await this.rarestOf(this.drivers.candidates);
    // A document costs about twice as much as an entry of an order, but for the words of its files.
    const isNear = levels && levels.length <= this.limits.levelsTogether && levels.length * wanted < 2 * (rare?.counted ?? Infinity);
    if (isNear && phases[0]?.ofLevel && !text) begun = await this.onward(begun, wanted, one);
    if (isEnough(begun, wanted)) return begun;
    const read = rare ?? (await this.rarestOfWords());
    if (read) return { found: await this.few(read, wanted, after), end: null };
    const walked = await this.onward(begun, wanted, this.sizes);
    if (text && !isEnough(walked, wanted)) throw new TextTooFrequent();
    return walked;
  }

  async count(most: number): Promise<Total> {
    const rare = await this.rarest();
    if (rare) {
      const counted = await this.counted(this.ofDriver(rare), most);
      return { value: Math.min(counted, most), isExact: counted <= most };
    }
    return this.countAlong(most);
  }

  /** Of the blocks behind the first. */
  private get sizes(): Sizes {
    const { block, wider, blocks, blocksOfText } = this.limits;
    return this.question.text
      ? { first: block, most: block, blocks: blocksOfText }
      : { first: block, most: block * wider, blocks: blocks - 1 };
  }

  private async rarest(): Promise<Rare | null> {
    return (await this.rarestOf(this.drivers.candidates)) ?? this.rarestOfWords();
  }

  /** An index of words is asked last, and not for frequent ones: InnoDB's reads all documents with a word, however few are wanted. */
  private async rarestOfWords(): Promise<Rare | null> {
    const { text } = this.drivers;
    const { worded } = new FindDrivers(this.question, await frequentWords(this.sql, this.question, this.limits));
    return (await this.rarestOf(worded)) ?? (text && this.rarestOf([text], this.limits.fewOfText, true));
  }

  /** The condition that finds the fewest documents, if these are few; each is counted up to what the ones before it found. */
  private async rarestOf(drivers: readonly Driver[], few = this.limits.few, isByText = false): Promise<Rare | null> {
    let [rarest, least] = [null as Rare | null, few];
    for (const driver of drivers) {
      const counted = await this.upTo(least, driver);
      if (counted < least) [rarest, least] = [{ driver, isByText, counted }, counted];
      if (least === 0) break;
    }
    return rarest;
  }

  private async upTo(most: number, driver: Driver): Promise<number> {
    const { sql, parameters } = someOf(driver, most);
    const row = await this.sql.first<{ counted: number }>(sql, parameters).catch((error: unknown) => {
      if (hasTooManyWords(error)) return { counted: most };
      throw error;
    });
    return Number(row?.counted);
  }

  private ofDriver({ driver, isByText }: Rare): Condition {
    const [codes, { sql, parameters }] = [codesOf(driver), allOf(this.question.ofDocument(isByText))];
    return {
      sql: `FROM (${codes.sql}) r CROSS JOIN document d ON d.code = r.code WHERE ${sql}`,
      parameters: [...codes.parameters, ...parameters],
    };
  }

  /** Those with the condition that fewest documents have, whatever else is asked; null: no condition is rare. */
  async rareCodes(): Promise<number[] | null> {
    const rare = await this.rarest();
    if (!rare) return null;
    const { sql, parameters } = codesOf(rare.driver);
    return (await this.sql.rows<{ code: number }>(sql, parameters)).map(({ code }) => code);
  }

  private async counted({ sql, parameters }: Condition, most: number): Promise<number> {
    const row = await this.sql.first<{ counted: number }>(
      `SELECT COUNT(*) AS counted FROM (SELECT /*! STRAIGHT_JOIN */ 1 ${sql} LIMIT ?) m`,
      [...parameters, most + 1],
    );
    return Number(row?.counted);
  }

  /** All documents of the driver, checked and sorted. */
  private async few(rare: Rare, wanted: number, after: Position | null): Promise<Place[]> {
    const { phases } = this.question;
    const begun = this.question.begin(after);
    let found: Place[] = [];
    for (let at = begun.phase; at < phases.length && found.length < wanted; at++) {
      const phase = phases[at] as Phase;
      const { sql, parameters } = this.fewOf(rare, phase, at === begun.phase ? begun.after : null, wanted - found.length);
      found = [...found, ...(await this.sql.rows<Row>(sql, parameters)).map((row) => placeOf(row, phase))];
    }
    return found;
  }

  private fewOf({ driver, isByText }: Rare, phase: Phase, after: Position | null, limit: number): Condition {
    const { question } = this;
    const { isKeyed, descending } = phase;
    const [sign, way] = descending ? ['<', 'DESC'] : ['>', 'ASC'];
    const { key, join, where } = question.orderOfDocument(phase);
    const behind = isKeyed
      ? { sql: `(${key} ${sign} ? OR (${key} = ? AND d.code ${sign} ?))`, parameters: [after?.key ?? 0, after?.key ?? 0, after?.code ?? 0] }
      : { sql: `d.code ${sign} ?`, parameters: [after?.code ?? 0] };
    const codes = codesOf(driver);
    const all = allOf([...question.ofDocument(isByText), ...where, ...(after ? [behind] : [])]);
    return {
      sql: `SELECT /*! STRAIGHT_JOIN */ ${key} AS k, d.code AS c, 0 AS e FROM (${codes.sql}) r CROSS JOIN document d ON d.code = r.code ${join.sql}
        WHERE ${all.sql} ORDER BY ${isKeyed ? `${key} ${way}, ` : ''}d.code ${way} LIMIT ?`,
      parameters: [...codes.parameters, ...join.parameters, ...all.parameters, limit],
    };
  }

  /** The same walk, of each level if there are not too many. */
  private async onward(walked: Walked, wanted: number, sizes: Sizes): Promise<Walked> {
    if (isEnough(walked, wanted)) return walked;
    const { found, end } = await this.walk(wanted - walked.found.length, walked.end, sizes, true);
    return { found: [...walked.found, ...found], end };
  }

  /** Along the order, block after block, until enough are found. */
  private async walk(wanted: number, from: Position | null, { first, most, blocks }: Sizes, byLevel = false): Promise<Walked> {
    const { phases, levels: reached } = this.question;
    let [{ phase, after }, found, read] = [this.question.begin(from), [] as Place[], 0];
    // Each level gives as many entries as all together: few, as long as they may do.
    let [size, ofLevel] = [first, Math.max(wanted, Math.floor(first / (reached?.length || 1)))];
    const mostOfLevel = Math.max(wanted, this.limits.block);
    for (let count = 0; count < blocks; count++) {
      const missing = wanted - found.length;
      const current = phases[phase] as Phase;
      const levels = byLevel ? await this.ofLevels(current, after) : null;
      const entries = levels ? Math.min(ofLevel, levels.most) : size;
      const block = await this.block(levels?.phase ?? current, after, entries, missing);
      found = [...found, ...block.found];
      if (found.length >= wanted) return { found, end: (found.at(-1) as Place).position };
      after = block.end;
      // SQLite answers within the turn of the event loop: others have theirs.
      await turn();
      if (after === null && ++phase === phases.length) return { found, end: null };
      read += entries;
      // As many as have the missing ones if those behind are like those before, and half as many more.
      const likely = found.length === 0 ? Infinity : (1.5 * read * (wanted - found.length)) / found.length;
      const next = (last: number, limit: number) => Math.ceil(Math.min(Math.max(likely, last), last * this.limits.wider, limit));
      [size, ofLevel] = [next(size, most), next(ofLevel, mostOfLevel)];
    }
    return { found, end: after ?? LAST_PHASE };
  }

  /**
   * The same phase, of each level within reach. The next entries of many levels come from as many of them at most, those whose own next entry
   * comes first: so a look at each tells which, and how many entries these are sure to have.
   */
  private async ofLevels(phase: Phase, after: Position | null): Promise<{ phase: Phase; most: number } | null> {
    const [{ levels }, { ofLevel }, { levelsTogether, branches }] = [this.question, phase, this.limits];
    if (levels === null || !ofLevel) return null;
    const all = { ...phase, streams: levels.flatMap(({ nodeCode }) => ofLevel(nodeCode)) };
    if (all.streams.length <= levelsTogether) return { phase: all, most: Infinity };
    if (levelsTogether === 0 || branchesOf(all, after) > branches) return null;
    const { sql, parameters } = blockOf(all, after, levelsTogether, 1);
    const heads = await this.sql.rows<{ n: number; f: number }>(`SELECT h.n, h.f FROM (${sql}) h`, parameters);
    const nodes = [...new Set(heads.map(({ n }) => n))];
    return { phase: { ...phase, streams: nodes.flatMap((nodeCode) => ofLevel(nodeCode)) }, most: levelsTogether };
  }

  /** Those of the next entries that meet all conditions, and where these entries end, as one statement sees them. */
  private async block(phase: Phase, after: Position | null, size: number, limit: number): Promise<Block> {
    if (phase.streams.length === 0) return { found: [], end: null };
    const way = phase.descending ? 'DESC' : 'ASC';
    const [entries, { sql, parameters }] = [blockOf(phase, after, size), this.question.checkOf(phase)];
    const inOrder = `ORDER BY w.k ${way}, w.c ${way} LIMIT`;
    const rows = await this.sql.rows<Row>(
      `SELECT b.k, b.c, b.e FROM (WITH w AS (${entries.sql})
         SELECT m.k, m.c, 0 AS e FROM (SELECT /*! STRAIGHT_JOIN */ w.k, w.c FROM w ${this.joinOf(phase)} WHERE ${sql} ${inOrder} ?) m
         UNION ALL SELECT z.k, z.c, 1 AS e FROM (SELECT w.k, w.c FROM w ${inOrder} 1 OFFSET ?) z) b`,
      [...entries.parameters, ...parameters, limit, size - 1],
    );
    const places = rows.filter(({ e }) => Number(e) === 0).map((row) => placeOf(row, phase));
    const last = rows.find(({ e }) => Number(e) === 1);
    return { found: sorted(places, phase.descending), end: last ? placeOf(last, phase).position : null };
  }

  /** Counts block after block along the order of codes, or of the values of a condition on one field. */
  private async countAlong(most: number): Promise<Total> {
    const { block, wider } = this.limits;
    const [phase, size] = [this.question.countedAlong, this.question.text ? block : block * wider];
    let [value, after] = [0, null as Position | null];
    for (let blocks = 0; blocks < this.limits.blocksCounted && value <= most; blocks++) {
      const { counted, end } = await this.countBlock(phase, after, size, most + 1);
      value += counted;
      if (end === null) return { value: Math.min(value, most), isExact: value <= most };
      after = end;
      await turn();
    }
    return { value: Math.min(value, most), isExact: false };
  }

  private async countBlock(phase: Phase, after: Position | null, size: number, most: number) {
    const way = phase.descending ? 'DESC' : 'ASC';
    const [entries, { sql, parameters }] = [blockOf(phase, after, size), this.question.checkOf(phase)];
    const rows = await this.sql.rows<Row & { counted: number }>(
      `SELECT b.counted, b.k, b.c FROM (WITH w AS (${entries.sql})
         SELECT y.counted, z.k, z.c FROM (SELECT COUNT(*) AS counted FROM (SELECT /*! STRAIGHT_JOIN */ 1 FROM w ${this.joinOf(phase)} WHERE ${sql} LIMIT ?) m) y
         LEFT JOIN (SELECT w.k, w.c FROM w ORDER BY w.k ${way}, w.c ${way} LIMIT 1 OFFSET ?) z ON 1 = 1) b`,
      [...entries.parameters, ...parameters, most, size - 1],
    );
    const [row] = rows;
    const isEnd = !row || row.c === null;
    return { counted: Number(row?.counted), end: isEnd ? null : placeOf(row, phase).position };
  }

  private joinOf(phase: Phase): string {
    return this.question.needsDocument(phase) ? 'CROSS JOIN document d ON d.code = w.c' : '';
  }
}

const isEnough = ({ found, end }: Walked, wanted: number) => end === null || found.length >= wanted;

const placeOf = ({ k, c }: Row, { isKeyed }: Phase): Place => ({ code: c, position: { key: isKeyed ? k : null, code: c } });

/** The parts of a union come in any order. */
function sorted(places: readonly Place[], descending: boolean): Place[] {
  const compare = (a: Position, b: Position) => (a.key === null || b.key === null ? 0 : compareScalars(a.key, b.key)) || a.code - b.code;
  return [...places].sort((a, b) => compare(a.position, b.position) * (descending ? -1 : 1));
}
