import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { TextTooFrequent, type DocumentQuery, type Position, type Total } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import type { PageStatement } from '../documents/found-pages';
import type { Condition } from '../scope-condition';
import type { ClientSql, Sql } from '../sql';
import { AccessPaths, FIRST_COUNTED, hasEachOnce, type AccessPath } from './access-paths';
import { allOf, condition } from './conditions';
import { documentsOf, type Entries } from './entries';
import { FIRST_CODE, FIRST_PER_WANTED, foundIn, IndexScan, type Found, type Phase, type Row, type ScanPoint } from './index-scan';
import { mostSortedWithWords, type Limits } from './limits';
import { Predicates, type AlreadyTrue } from './predicates';
import { WholeReads } from './whole-reads';

/** An entry whose document's words of files are looked up costs as much as so many others: such rows are large. */
const OF_TEXT = 25;
/** Documents before a page whose rows are read with it: with more, their codes are passed over first. */
const MOST_PASSED_OVER = 100;
/** A block has at most so many times as many entries as were read before it. */
const WIDER = 10;

/** Where the work ended; null: at the end of all. */
export interface Page {
  found: readonly Found[];
  end: Position | null;
}

/** Entries of one run of the scan that were read, and how many of them were found. */
interface Seen {
  read: number;
  hits: number;
}
const NOTHING_SEEN: Seen = { read: 0, hits: 0 };

/** Finds documents along their order, or by the condition that fewest meet. Raw SQL: on the path of every search. */
export class SearchEngine {
  private readonly predicates: Predicates;
  private readonly paths: AccessPaths;
  private readonly scan: IndexScan;
  private readonly reads: WholeReads;
  private digest: string | undefined;

  private readonly sql: ClientSql;

  constructor(
    sql: Sql,
    scope: Scope,
    query: DocumentQuery,
    private readonly limits: Limits,
  ) {
    this.sql = sql.ofClient(scope.clientId);
    this.predicates = new Predicates(scope, query, sql.isSqlite);
    this.paths = new AccessPaths(this.sql, this.predicates);
    this.scan = new IndexScan(this.sql, this.predicates);
    this.reads = new WholeReads(this.predicates, this.scan);
  }

  /**
   * The documents behind the position, at least as many as wanted unless the work or the documents end. A first block of the order often has them. If
   * not, or if there are several conditions of which one may be rare, all that the rarest path has are read, where that is likely less than what is
   * still needed of the order; else it goes on along the order.
   */
  async page(wanted: number, after: Position | null, alreadyCounted = 0): Promise<Page> {
    const found: Found[] = [];
    let point = this.scan.begin(after);
    let seen = NOTHING_SEEN;
    let [counted, spent, size, entersLevels] = [alreadyCounted, 0, 0, false];
    for (;;) {
      const missing = wanted - found.length;
      const needed = this.neededFor(missing, seen, entersLevels);
      const atMost = Math.min(this.mostSorted, Math.ceil(needed / 2));
      // Counted again where twice as many would be few, or as many as ever are.
      if (needed >= 2 * FIRST_COUNTED && atMost > counted && (atMost > 2 * counted || atMost === this.mostSorted)) {
        const path = await this.rarestFor(atMost, needed);
        if (path) return { found: [...found, ...(await this.allOf(path, point, missing))], end: null };
        counted = atMost;
      }
      if (spent >= this.budget) {
        if (this.predicates.text) throw new TextTooFrequent();
        return { found, end: point.after ?? { key: null, code: FIRST_CODE } };
      }
      size = this.sizeFor(missing, point, seen, needed, size, this.budget - spent);
      const block = await this.scan.next(point, size, missing);
      found.push(...block.found);
      spent += block.read;
      if (found.length >= wanted) return { found, end: (found.at(-1) as Found).position };
      if (block.next === null) return { found, end: null };
      const goesOn = block.next.phase === point.phase;
      entersLevels = goesOn && block.next.inLevels && !point.inLevels;
      seen = goesOn && !entersLevels ? { read: seen.read + block.read, hits: seen.hits + block.found.length } : NOTHING_SEEN;
      point = block.next;
      // SQLite answers within the turn of the event loop: others have theirs.
      await turn();
    }
  }

  /**
   * Skips `offset` documents and returns the next `limit`, newest first, with codes below `below`: as a statement that finds their codes, or as
   * codes. What the budget of a page did not find, one more statement finds.
   */
  async numbered(limit: number, offset: number, below: number | null): Promise<PageStatement | readonly number[]> {
    const [start, wanted] = [this.scan.begin(null), offset + limit];
    if (this.scan.entriesSuffice(start) && this.scan.entriesFrom(start).entries.length === 1)
      return offset <= MOST_PASSED_OVER
        ? { ...this.reads.shownPage(limit, offset, below), selects: 'documents' }
        : { ...this.reads.pageOfOrder(limit, offset, below), selects: 'codes' };
    const isFar = wanted > this.limits.MOST_SORTED;
    const atMost = isFar ? this.mostSorted : Math.min(this.mostSorted, FIRST_COUNTED);
    const path = isFar || this.paths.areSeveral ? await this.rarest(atMost) : null;
    if (path?.entries.length === 0) return [];
    if (path) {
      const newest = this.reads.pageOfPath(path, limit, offset, below);
      return hasEachOnce(path) ? { ...newest, selects: 'codes' } : this.codesOf(newest);
    }
    if (isFar) return this.codesOf(this.reads.pageOfOrder(limit, offset, below));
    const { found, end } = await this.page(wanted, below === null ? null : { key: null, code: below }, this.paths.areSeveral ? atMost : 0);
    const codes = found.slice(offset).map(({ code }) => code);
    if (end === null || found.length >= wanted) return codes;
    const rest = this.reads.pageOfOrder(limit - codes.length, Math.max(0, offset - found.length), end.code);
    return [...codes, ...(await this.codesOf(rest))];
  }

  /** Exact where some condition, or all within reach, is few; else of so many entries as a count may read. */
  async count(most: number): Promise<Total> {
    const path = await this.rarest(this.mostSorted, true);
    if (path) {
      const counted = await this.countedOf(path, most + 1);
      return { value: Math.min(counted, most), isExact: counted <= most };
    }
    const phase = this.scan.counted;
    let [value, after] = [0, null as Position | null];
    for (let read = 0; read < this.limits.COUNT / this.price && value <= most; read += this.block) {
      const { counted, end } = await this.scan.count(phase, after, this.block, most + 1);
      value += counted;
      if (end === null) return { value: Math.min(value, most), isExact: value <= most };
      after = end;
      await turn();
    }
    return { value: Math.min(value, most), isExact: false };
  }

  /** Exact, whatever it reads; of documents up to a code. */
  async total(upTo = FIRST_CODE): Promise<number> {
    const { conjuncts, query, clientId } = this.predicates;
    const path = conjuncts.length > 1 ? await this.rarest(this.mostSorted) : null;
    if (path) return this.countedOf(path, FIRST_CODE, upTo);
    const { by, entries } = this.paths.single ?? { by: null, entries: documentsOf(query.states, clientId) };
    const below = upTo === FIRST_CODE ? () => [] : (code: string) => [condition(`${code} <= ?`, upTo)];
    return this.countIn(entries, { met: by !== null && typeof by === 'object' ? [by] : [] }, below);
  }

  /** Those that were filed behind a code. */
  since(code: number): Promise<number> {
    const [phase] = this.scan.phases as [Phase];
    return this.countIn(phase.entries, phase.alreadyTrue, (column) => [condition(`${column} > ?`, code)]);
  }

  /** Equal for the same search with the same rights. */
  get id(): string {
    if (this.digest !== undefined) return this.digest;
    const { sql, parameters } = this.reads.pageOfOrder(0, 0, null);
    return (this.digest = createHash('sha256')
      .update(JSON.stringify([sql, parameters]))
      .digest('base64'));
  }

  /** The codes of all, where some condition is rare; else null. */
  async rareCodes(): Promise<readonly number[] | null> {
    const path = await this.rarest(this.mostSorted, true);
    if (!path || path.entries.length === 0) return path && [];
    return this.codesOf(this.reads.pageOfPath(path, this.mostSorted, 0, null));
  }

  async codesOf({ sql, parameters }: Condition): Promise<number[]> {
    return (await this.sql.rows<{ code: number }>(sql, parameters)).map(({ code }) => code);
  }

  private get price(): number {
    return this.predicates.text ? OF_TEXT : 1;
  }

  private get block(): number {
    return Math.ceil(this.limits.BLOCK / this.price);
  }

  private get budget(): number {
    return this.limits.BUDGET / this.price;
  }

  private get mostSorted(): number {
    return this.predicates.asksWords ? mostSortedWithWords(this.limits) : this.limits.MOST_SORTED;
  }

  /**
   * As many entries as have the missing documents if those behind are like those before, and half as many more. Before any is read, several conditions, or
   * entries of many levels, are worth a first count.
   */
  private neededFor(missing: number, { read, hits }: Seen, entersLevels: boolean): number {
    if (read === 0) return this.paths.areSeveral || entersLevels ? 2 * FIRST_COUNTED : 0;
    return hits === 0 ? Infinity : Math.ceil((1.5 * read * missing) / hits);
  }

  /** Entries of the next block: as many as are likely needed, but not many more than before. */
  private sizeFor(missing: number, point: ScanPoint, { read }: Seen, needed: number, before: number, left: number): number {
    const first = this.scan.entriesSuffice(point) ? missing : FIRST_PER_WANTED * missing;
    const likely = read === 0 ? first : Math.max(before, Math.min(needed, WIDER * read));
    return Math.max(1, Math.floor(Math.min(likely, this.block, left)));
  }

  private async rarest(atMost: number, areWordsAsked = false): Promise<AccessPath | null> {
    return (await this.paths.rarest(atMost)) ?? (areWordsAsked ? this.paths.rarestOfWords(this.mostSorted, this.limits.PROBE) : null);
  }

  /**
   * An index of words is asked where the order needs as many entries as may be few: it may find fewer documents than the levels within reach have, in all
   * of which the words would be looked up. Not where these are very few.
   */
  private async rarestFor(atMost: number, needed: number): Promise<AccessPath | null> {
    const path = await this.paths.rarest(atMost);
    const isWorthWords = this.predicates.asksWords && needed >= this.mostSorted && (path === null || path.by === 'levels');
    if (!isWorthWords || (await this.paths.reached) < Math.min(this.mostSorted, 2 * FIRST_COUNTED)) return path;
    return (await this.paths.rarestOfWords(this.mostSorted, path ? this.mostSorted : this.limits.PROBE)) ?? path;
  }

  /** All documents of the path behind what was gone along, checked and sorted. */
  private async allOf(path: AccessPath, point: ScanPoint, missing: number): Promise<Found[]> {
    let [found, after] = [[] as Found[], point.after];
    for (const phase of path.entries.length === 0 ? [] : this.scan.phases.slice(point.phase)) {
      const { sql, parameters } = this.reads.sortedPath(path, phase, after, missing - found.length);
      found = [...found, ...(await this.sql.rows<Row>(sql, parameters)).map((row) => foundIn(row, phase))];
      if (found.length >= missing) break;
      after = null;
    }
    return found;
  }

  private async countIn(entries: readonly Entries[], alreadyTrue: AlreadyTrue, within: (code: string) => Condition[]): Promise<number> {
    let total = 0;
    for (const each of entries) {
      const { sql, parameters } = this.reads.from({ ...each, where: allOf([each.where, ...within(each.code)]) }, alreadyTrue);
      total += Number((await this.sql.first<{ total: number }>(`SELECT COUNT(*) AS total ${sql}`, parameters))?.total);
    }
    return total;
  }

  private async countedOf(path: AccessPath, most: number, upTo = FIRST_CODE): Promise<number> {
    if (path.entries.length === 0) return 0;
    const { sql, parameters } = this.reads.documentsBy(path, (code) => (upTo === FIRST_CODE ? [] : [condition(`${code} <= ?`, upTo)]));
    const counted = `SELECT COUNT(*) AS counted FROM (SELECT /*! STRAIGHT_JOIN */ 1 ${sql} LIMIT ?) met`;
    return Number((await this.sql.first<{ counted: number }>(counted, [...parameters, most]))?.counted);
  }
}
