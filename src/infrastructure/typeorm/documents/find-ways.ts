import { setImmediate as turn } from 'node:timers/promises';
import { TextTooFrequent, type Position, type Total } from '#application/ports/document-finder';
import { hasTooManyWords } from '../database-errors';
import type { Condition } from '../scope-condition';
import type { Sql } from '../sql';
import { FindBlocks, placeOf, type Place, type Row } from './find-blocks';
import { codesOf, FindDrivers, someOf, type Driver, type Reach } from './find-drivers';
import { FindQuestion, LAST_PHASE } from './find-question';
import type { FindLimits } from './find-limits';
import { frequentWords } from './frequent-words';
import type { Phase } from './find-streams';
import { allOf } from './find-tests';

export interface Walked {
  found: readonly Place[];
  /** Where the work ended; null: at the end of all. */
  end: Position | null;
  /** Entries that were read for the part of the order where the work ended, and how many of them were found. */
  read: number;
  hits: number;
}

/** Of the blocks of a walk, in entries: they grow up to the most. It goes on while the missing documents likely need no more than `likely`. */
interface Sizes {
  first: number;
  most: number;
  blocks: number;
  likely?: number;
}

/** Finds all documents with one of the conditions, or within reach. */
type Rare = { by: 'reach'; reach: Reach } | { by: 'condition' | 'text'; driver: Driver };

const NOTHING: Walked = { found: [], end: null, read: 0, hits: 0 };

/**
 * Finds a page (ADR 0039). Along the order if it is near; else, where one condition finds few documents, all of them are read; else many documents
 * meet every condition, and some are near enough. A user of some levels goes along the order of each. Written statements: on the path of every search.
 */
export class FindWays {
  private readonly drivers: FindDrivers;
  private readonly blocks: FindBlocks;
  private countOfReach: Promise<{ counted: number | null } | null> | null = null;

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
    const { few, fewFirst, block, blocksNear } = this.limits;
    const first = Math.max(1, Math.min(this.limits.firstPerWanted * wanted, block));
    let begun = await this.walk({ ...NOTHING, end: after }, wanted, { first, most: first, blocks: 1 });
    if (isEnough(begun, wanted)) return begun;
    // Rows of words of files are large.
    const near = { first, most: block, blocks: blocksNear, likely: this.question.text ? block : few };
    const isNearInLevels = this.isNearInLevels(after);
    if (isNearInLevels || neededOf(begun, wanted) <= near.likely) {
      const rare = await this.rarest(Math.min(few, fewFirst));
      if (rare) return this.rest(rare, begun, wanted);
      if (isNearInLevels) begun = await this.walk({ ...NOTHING, end: after }, wanted, near, true);
      else begun = await this.walk(begun, wanted, near);
      if (isEnough(begun, wanted)) return begun;
    }
    const read = (await this.rarest()) ?? (await this.rarestOfWords());
    return read ? this.rest(read, begun, wanted) : this.far(begun, wanted);
  }

  async count(most: number): Promise<Total> {
    const rare = (await this.rarest()) ?? (await this.rarestOfWords()) ?? (await this.allOfReach());
    if (rare) {
      const counted = await this.counted(this.ofDriver(rare), most);
      return { value: Math.min(counted, most), isExact: counted <= most };
    }
    return this.countAlong(most);
  }

  /** Where no condition is rare: on along the order, unless that likely costs more than to read all documents within reach. */
  private async far(begun: Walked, wanted: number): Promise<Walked> {
    const { sizes } = this;
    const { text, levels } = this.question;
    // A document costs about twice as much as an entry of an order.
    const walked = await this.walk(begun, wanted, levels && !text ? { ...sizes, likely: 2 * this.limits.fewOfReach } : sizes, true);
    if (isEnough(walked, wanted)) return walked;
    if (text) throw new TextTooFrequent();
    if (!levels) return walked;
    const all = await this.allOfReach();
    return all ? this.rest(all, walked, wanted) : this.walk(walked, wanted, sizes, true);
  }

  /** Whether each level can be gone along together; for words of files, whose rows are large, of very few. */
  private isNearInLevels(after: Position | null): boolean {
    const { question, limits } = this;
    if (question.text && (question.levels?.length ?? 0) > limits.levelsOfText) return false;
    return this.blocks.areTogether(question.phases[question.begin(after).phase] as Phase);
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
    return this.question.text ? null : this.within(this.limits.fewOfReach);
  }

  /** All documents within reach, if they are fewer: what the counters say costs no look at documents. */
  private async within(few: number): Promise<Rare | null> {
    const { reach } = this.drivers;
    return reach && (await this.reached()) < few ? { by: 'reach', reach } : null;
  }

  private async reached(): Promise<number> {
    const { reach } = this.drivers;
    if (!reach) return Infinity;
    this.countOfReach ??= this.sql.first<{ counted: number | null }>(reach.count.sql, reach.count.parameters);
    return Number((await this.countOfReach)?.counted);
  }

  /** The condition that finds the fewest documents, or all documents within reach, if these are few. */
  private async rarest(few = this.limits.few): Promise<Rare | null> {
    return (await this.rarestOf(this.drivers.candidates, Math.min(few, await this.reached()))) ?? this.within(few);
  }

  /** An index of words is asked last, and not for frequent ones: InnoDB's reads all documents with a word, however few are wanted. */
  private async rarestOfWords(): Promise<Rare | null> {
    const { text } = this.drivers;
    const { worded } = new FindDrivers(this.question, await frequentWords(this.sql, this.question, this.limits));
    return (await this.rarestOf(worded)) ?? (text && this.rarestOf([text], this.limits.fewOfText, 'text'));
  }

  /** The condition that finds the fewest documents, if these are few; each is counted up to what the ones before it found. */
  private async rarestOf(drivers: readonly Driver[], few = this.limits.few, by: 'condition' | 'text' = 'condition'): Promise<Rare | null> {
    let [rarest, least] = [null as Rare | null, few];
    for (const driver of drivers) {
      const counted = await this.upTo(least, driver);
      if (counted < least) [rarest, least] = [{ driver, by }, counted];
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

  /** The documents as a table `d` of a statement, and all that they must meet. */
  private tableOf(rare: Rare): { table: Condition; where: Condition[] } {
    const where = this.question.ofDocument(rare.by === 'text');
    if (rare.by === 'reach') return { table: { sql: rare.reach.from, parameters: [] }, where: [rare.reach.where, ...where] };
    const codes = codesOf(rare.driver);
    return { table: { sql: `(${codes.sql}) r CROSS JOIN document d ON d.code = r.code`, parameters: codes.parameters }, where };
  }

  private ofDriver(rare: Rare): Condition {
    const { table, where } = this.tableOf(rare);
    const { sql, parameters } = allOf(where);
    return { sql: `FROM ${table.sql} WHERE ${sql}`, parameters: [...table.parameters, ...parameters] };
  }

  /** Those that meet all conditions, of which one is rare; null: none is. */
  async rareCodes(): Promise<number[] | null> {
    const rare = (await this.rarest()) ?? (await this.rarestOfWords());
    if (!rare) return null;
    const { sql, parameters } = this.ofDriver(rare);
    return (await this.sql.rows<{ code: number }>(`SELECT /*! STRAIGHT_JOIN */ d.code AS code ${sql}`, parameters)).map(({ code }) => code);
  }

  private async counted({ sql, parameters }: Condition, most: number): Promise<number> {
    const row = await this.sql.first<{ counted: number }>(
      `SELECT COUNT(*) AS counted FROM (SELECT /*! STRAIGHT_JOIN */ 1 ${sql} LIMIT ?) m`,
      [...parameters, most + 1],
    );
    return Number(row?.counted);
  }

  /** All documents with the condition that were not walked by. */
  private async rest(rare: Rare, { found, end }: Walked, wanted: number): Promise<Walked> {
    return { found: [...found, ...(await this.few(rare, wanted - found.length, end))], end: null, read: 0, hits: 0 };
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

  private fewOf(rare: Rare, phase: Phase, after: Position | null, limit: number): Condition {
    const { question } = this;
    const { isKeyed, descending } = phase;
    const [sign, way] = descending ? ['<', 'DESC'] : ['>', 'ASC'];
    const { key, join, where } = question.orderOfDocument(phase);
    const behind = isKeyed
      ? { sql: `(${key} ${sign} ? OR (${key} = ? AND d.code ${sign} ?))`, parameters: [after?.key ?? 0, after?.key ?? 0, after?.code ?? 0] }
      : { sql: `d.code ${sign} ?`, parameters: [after?.code ?? 0] };
    const documents = this.tableOf(rare);
    const all = allOf([...documents.where, ...where, ...(after ? [behind] : [])]);
    return {
      sql: `SELECT /*! STRAIGHT_JOIN */ ${key} AS k, d.code AS c, 0 AS e FROM ${documents.table.sql} ${join.sql}
        WHERE ${all.sql} ORDER BY ${isKeyed ? `${key} ${way}, ` : ''}d.code ${way} LIMIT ?`,
      parameters: [...documents.table.parameters, ...join.parameters, ...all.parameters, limit],
    };
  }

  /** On along the order, of each level if there are not too many, block after block until enough are found, or not likely for so few entries. */
  private async walk({ found, end, read, hits }: Walked, wanted: number, sizes: Sizes, byLevel = false): Promise<Walked> {
    const { phases } = this.question;
    const { first, most, blocks, likely = Infinity } = sizes;
    let { phase, after } = this.question.begin(end);
    let size = first;
    for (let count = 0; count < blocks; count++) {
      const needed = neededOf({ found, read, hits }, wanted);
      if (read > 0 && needed > likely) break;
      if (read > 0) size = Math.ceil(Math.min(Math.max(needed, size), read * this.limits.wider, most));
      const block = await this.blocks[byLevel ? 'nextOfLevels' : 'next'](phases[phase] as Phase, after, size, wanted - found.length);
      found = [...found, ...block.found];
      [read, hits, after] = [read + block.read, hits + block.found.length, block.end];
      if (found.length >= wanted) return { found, end: (found.at(-1) as Place).position, read, hits };
      // SQLite answers within the turn of the event loop: others have theirs.
      await turn();
      if (after !== null) continue;
      if (++phase === phases.length) return { found, end: null, read, hits };
      [size, read, hits] = [first, 0, 0];
    }
    return { found, end: after ?? LAST_PHASE, read, hits };
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

/** As many entries as have the missing documents if those behind are like those before, and half as many more. */
const neededOf = ({ found, read, hits }: Pick<Walked, 'found' | 'read' | 'hits'>, wanted: number) =>
  hits === 0 ? Infinity : (1.5 * read * (wanted - found.length)) / hits;

const isEnough = ({ found, end }: Walked, wanted: number) => end === null || found.length >= wanted;
