import { setImmediate as turn } from 'node:timers/promises';
import { TextTooFrequent, type Position, type Total } from '#application/ports/document-finder';
import { hasTooManyWords } from '../database-errors';
import type { Condition } from '../scope-condition';
import type { Sql } from '../sql';
import { FindBlocks, placeOf, type Place, type Row } from './find-blocks';
import { codesOf, FindDrivers, someOf, type Driver } from './find-drivers';
import { FindQuestion, LAST_PHASE } from './find-question';
import type { FindLimits } from './find-limits';
import { frequentWords } from './frequent-words';
import type { Phase } from './find-streams';
import { allOf } from './find-tests';

export interface Walked {
  found: readonly Place[];
  /** Where the work ended; null: at the end of all. */
  end: Position | null;
}

/** Of the blocks of a walk, in entries: they grow up to the most. It goes on while the missing documents likely need no more than `likely`. */
interface Sizes {
  first: number;
  most: number;
  blocks: number;
  likely?: number;
}

/** Finds all documents with one of the conditions. */
interface Rare {
  driver: Driver;
  isByText: boolean;
  counted: number;
}

/** Blocks along the order before all documents within reach are read. */
const BEFORE_REACH = 2;

/**
 * Finds a page (ADR 0039). Where one condition finds few documents, all of them are read; else many documents meet every condition, and some
 * are near if one goes along the order. A user of some levels goes along the order of each. Written statements: on the path of every search.
 */
export class FindWays {
  private readonly drivers: FindDrivers;
  private readonly blocks: FindBlocks;

  constructor(
    private readonly sql: Sql,
    private readonly question: FindQuestion,
    private readonly limits: FindLimits,
  ) {
    this.drivers = new FindDrivers(question);
    this.blocks = new FindBlocks(sql, question, limits);
  }

  /** The documents behind the position, at least as many as wanted unless the work or the documents end. */
  async page(wanted: number, after: Position | null): Promise<Walked> {
    const { few, block, blocksNear } = this.limits;
    const first = Math.max(1, Math.min(this.limits.firstPerWanted * wanted, block));
    // Rows of words of files are large.
    const near = { first, most: block, blocks: blocksNear, likely: this.question.text ? block : few };
    const inLevels = this.nearLevels(wanted, first);
    let begun = await this.walk(wanted, after, inLevels === null ? near : { ...near, blocks: 1 });
    if (isEnough(begun, wanted)) return begun;
    // A document costs about twice as much as an entry of an order.
    let rare = await this.rarestOf(this.drivers.candidates, Math.min(few, Math.ceil((inLevels ?? Infinity) / 2)));
    if (!rare && inLevels !== null) {
      begun = await this.onward(begun, wanted, near);
      if (isEnough(begun, wanted)) return begun;
      rare = await this.rarestOf(this.drivers.candidates);
    }
    const read = rare ?? (await this.rarestOfWords());
    if (read) return { found: await this.few(read, wanted, after), end: null };
    return this.far(begun, wanted);
  }

  async count(most: number): Promise<Total> {
    const rare = (await this.rarest()) ?? (await this.allOfReach());
    if (rare) {
      const counted = await this.counted(this.ofDriver(rare), most);
      return { value: Math.min(counted, most), isExact: counted <= most };
    }
    return this.countAlong(most);
  }

  /** Where no condition is rare: on along the order, unless all documents within reach are fewer. */
  private async far(begun: Walked, wanted: number): Promise<Walked> {
    const { sizes } = this;
    const { text, levels } = this.question;
    const walked = await this.onward(begun, wanted, levels && !text ? { ...sizes, blocks: BEFORE_REACH } : sizes);
    if (isEnough(walked, wanted)) return walked;
    if (text) throw new TextTooFrequent();
    if (!levels) return walked;
    const all = await this.allOfReach();
    if (!all) return this.onward(walked, wanted, { ...sizes, first: sizes.most, blocks: sizes.blocks - BEFORE_REACH });
    return { found: [...walked.found, ...(await this.few(all, wanted - walked.found.length, walked.end))], end: null };
  }

  /**
   * How many entries a first block of each level has, where it is worth reading before conditions are counted: of many levels if each entry is
   * one that is asked for, and for words of files, whose rows are large, of very few. Null: it is not.
   */
  private nearLevels(wanted: number, first: number): number | null {
    const { levels, phases, text } = this.question;
    const { levelsTogether, firstPerWanted } = this.limits;
    const [phase] = phases;
    if (!levels || !phase?.ofLevel) return null;
    const isFull = phase.conjuncts.length === 0 && !this.question.needsDocument(phase) && wanted <= levelsTogether;
    const most = text ? firstPerWanted : isFull ? Infinity : levelsTogether;
    return levels.length > most ? null : Math.max(first, Math.min(levels.length, levelsTogether) * wanted);
  }

  /** Of the blocks behind the first. */
  private get sizes(): Sizes {
    const { block, wider, blocks, blocksOfText } = this.limits;
    return this.question.text
      ? { first: block, most: block, blocks: blocksOfText }
      : { first: block, most: block * wider, blocks: blocks - 1 };
  }

  /** All documents within reach, if these are few and no texts are to be looked up in them. */
  private async allOfReach(): Promise<Rare | null> {
    const { reach } = this.drivers;
    return reach && !this.question.text ? this.rarestOf([reach], this.limits.fewOfReach) : null;
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
  private async walk(wanted: number, from: Position | null, sizes: Sizes, byLevel = false): Promise<Walked> {
    const { phases, levels: reached } = this.question;
    const { first, most, blocks, likely = Infinity } = sizes;
    let [{ phase, after }, found, read] = [this.question.begin(from), [] as Place[], 0];
    // Each level gives its part of a block, but as many as the page may need: they may all be of one level.
    const perLevel = (entries: number) => Math.max(wanted, Math.floor(entries / (reached?.length || 1)));
    let [size, ofLevel] = [first, perLevel(first)];
    for (let count = 0; count < blocks; count++) {
      const current = phases[phase] as Phase;
      const levels = byLevel ? await this.blocks.ofLevels(current, after) : null;
      const isTogether = levels !== null && levels.most === null;
      const entries = levels ? Math.min(ofLevel, levels.most ?? ofLevel) : size;
      const missing = wanted - found.length;
      const block = await this.blocks[isTogether ? 'readLevels' : 'read'](levels?.phase ?? current, after, entries, missing);
      found = [...found, ...block.found];
      if (found.length >= wanted) return { found, end: (found.at(-1) as Place).position };
      after = block.end;
      // SQLite answers within the turn of the event loop: others have theirs.
      await turn();
      if (after === null && ++phase === phases.length) return { found, end: null };
      read += entries;
      // As many as have the missing ones if those behind are like those before, and half as many more.
      const needed = found.length === 0 ? Infinity : (1.5 * read * (wanted - found.length)) / found.length;
      if (needed * (isTogether ? levels.phase.streams.length : 1) > likely) break;
      const next = (last: number, limit: number) => Math.ceil(Math.min(Math.max(needed, last), last * this.limits.wider, limit));
      [size, ofLevel] = [next(size, most), next(ofLevel, perLevel(most))];
    }
    return { found, end: after ?? LAST_PHASE };
  }

  /** Counts block after block along the order of codes, or of the values of a condition on one field. */
  private async countAlong(most: number): Promise<Total> {
    const { block, wider } = this.limits;
    const [phase, size] = [this.question.countedAlong, this.question.text ? block : block * wider];
    let [value, after] = [0, null as Position | null];
    for (let blocks = 0; blocks < this.limits.blocksCounted && value <= most; blocks++) {
      const { counted, end } = await this.blocks.count(phase, after, size, most + 1);
      value += counted;
      if (end === null) return { value: Math.min(value, most), isExact: value <= most };
      after = end;
      await turn();
    }
    return { value: Math.min(value, most), isExact: false };
  }
}

const isEnough = ({ found, end }: Walked, wanted: number) => end === null || found.length >= wanted;
