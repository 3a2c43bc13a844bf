import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { TextTooFrequent, type DocumentQuery, type Position, type Total } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import type { Condition } from '../scope-condition';
import type { Sql } from '../sql';
import { AccessPaths, FIRST_COUNTED, type AccessPath } from './access-paths';
import { allOf, condition } from './conditions';
import { documentsOf, type Entries } from './entries';
import { FIRST_PER_WANTED, foundIn, IndexScan, type Found, type Phase, type Row } from './index-scan';
import { fewWithWords, type Limits } from './limits';
import { Predicates, type Meant } from './predicates';
import { FIRST_CODE, WholeReads } from './whole-reads';

/** An entry whose document's words of files are looked up costs as much as so many others: such rows are large. */
const OF_TEXT = 25;
/** A block has at most so many times as many entries as were read before it. */
const WIDER = 10;
/** Where the work ended; null: at the end of all. */
export interface Page {
  found: readonly Found[];
  end: Position | null;
}

/** How far along the order, and what was met there. */
interface Progress {
  phase: number;
  position: Position | null;
  inLevels: boolean;
  /** The entries of the levels are others than those before. */
  isInLevelsNow: boolean;
  found: readonly Found[];
  read: number;
  hits: number;
  size: number;
  spent: number;
}

/** Finds documents along their order, or by the condition that fewest meet. Raw SQL: on the path of every search. */
export class SearchEngine {
  private readonly predicates: Predicates;
  private readonly paths: AccessPaths;
  private readonly scan: IndexScan;
  private readonly reads: WholeReads;
  private digest: string | undefined;

  constructor(
    private readonly sql: Sql,
    scope: Scope,
    query: DocumentQuery,
    private readonly limits: Limits,
  ) {
    this.predicates = new Predicates(scope, query, sql.isSqlite);
    this.paths = new AccessPaths(sql, this.predicates);
    this.scan = new IndexScan(sql, this.predicates);
    this.reads = new WholeReads(this.predicates, this.scan);
  }

  /**
   * The documents behind the position, at least as many as wanted unless the work or the documents end. A first block of the order often has them. If
   * not, or if there are several conditions of which one may be rare, all that the rarest path has are read, where that is likely less than what is
   * still needed of the order; else it goes on along the order.
   */
  async page(wanted: number, after: Position | null): Promise<Page> {
    let progress = this.begin(after);
    for (let probed = 0; ;) {
      const needed =
        progress.read > 0 ? neededBy(progress, wanted) : this.paths.areSeveral || progress.isInLevelsNow ? 2 * FIRST_COUNTED : 0;
      const fewer = Math.min(this.few, Math.ceil(needed / 2));
      if (needed >= 2 * FIRST_COUNTED && (fewer > 2 * probed || (fewer > probed && fewer === this.few))) {
        const path = await this.rarest(fewer, (await this.deserveWords(needed)) ? Math.min(needed, this.few) : 0);
        if (path) return { found: [...progress.found, ...(await this.allOf(path, progress, wanted))], end: null };
        probed = fewer;
      }
      if (progress.spent >= this.budget) {
        if (this.predicates.text) throw new TextTooFrequent();
        return { found: progress.found, end: progress.position ?? { key: null, code: FIRST_CODE } };
      }
      progress = await this.goOn(progress, needed, wanted);
      if (progress.found.length >= wanted) return { found: progress.found, end: (progress.found.at(-1) as Found).position };
      if (progress.phase === this.scan.phases.length) return { found: progress.found, end: null };
      // SQLite answers within the turn of the event loop: others have theirs.
      await turn();
    }
  }

  /** Exact where some condition, or all within reach, is few; else of so many entries as a count may read. */
  async count(most: number): Promise<Total> {
    const path = await this.rarest(this.few, this.few);
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
    const { conjuncts, query, clientIds } = this.predicates;
    const path = conjuncts.length > 1 ? await this.rarest(this.few) : null;
    if (path) return this.countedOf(path, FIRST_CODE, upTo);
    const { by, entries } = this.paths.single ?? { by: null, entries: clientIds.flatMap((id) => documentsOf(query.states, id)) };
    const below = upTo === FIRST_CODE ? () => [] : (code: string) => [condition(`${code} <= ?`, upTo)];
    return this.countIn(entries, { met: by !== null && typeof by === 'object' ? [by] : [] }, below);
  }

  /** Those that were filed behind a code. */
  since(code: number): Promise<number> {
    const [phase] = this.scan.phases as [Phase];
    return this.countIn(phase.entries, phase.meant, (column) => [condition(`${column} > ?`, code)]);
  }

  /** The newest below a code but for so many, however far: of the rarest path, or by one statement that ends where it has them. */
  async far(limit: number, offset: number, below: number | null): Promise<Condition> {
    const path = await this.rarest(this.few);
    if (!path || path.entries.length === 0) return this.reads.newest(limit, offset, below);
    const { sql, parameters, code } = this.reads.documentsBy(path, (column) => (below === null ? [] : [condition(`${column} < ?`, below)]));
    return condition(
      `SELECT /*! STRAIGHT_JOIN */ ${code} AS code ${sql} ORDER BY ${code} DESC LIMIT ? OFFSET ?`,
      ...parameters,
      limit,
      offset,
    );
  }

  newest(limit: number, offset: number, below: number | null): Condition {
    return this.reads.newest(limit, offset, below);
  }

  /** Equal for the same search with the same rights. */
  get id(): string {
    if (this.digest !== undefined) return this.digest;
    const { sql, parameters } = this.reads.newest(0, 0, null);
    return (this.digest = createHash('sha256')
      .update(JSON.stringify([sql, parameters]))
      .digest('base64'));
  }

  /** Whether the newest are the next entries of one index, which need no look. */
  get isPlain(): boolean {
    const [phase] = this.scan.phases as [Phase];
    const inLevels = this.scan.beginsInLevels(phase);
    return this.scan.needNoCheck(phase, inLevels) && (inLevels ? phase.ofLevels?.length : phase.entries.length) === 1;
  }

  /** The codes of all, where some condition is rare; else null. */
  async rareCodes(): Promise<number[] | null> {
    const path = await this.rarest(this.few, this.few);
    if (!path || path.entries.length === 0) return path && [];
    const { sql, parameters, code } = this.reads.documentsBy(path, () => []);
    return (await this.sql.rows<{ c: number }>(`SELECT /*! STRAIGHT_JOIN */ ${code} AS c ${sql}`, parameters)).map(({ c }) => c);
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

  private get few(): number {
    const { text, askedWords } = this.predicates;
    return text || askedWords.length > 0 ? fewWithWords(this.limits) : this.limits.FEW;
  }

  /** An index of words is asked where the order needs as many entries as may be few, and has them. */
  private async deserveWords(needed: number): Promise<boolean> {
    const { text, askedWords } = this.predicates;
    const asks = text !== null || askedWords.length > 0;
    return asks && needed >= this.few && (await this.paths.reached) >= this.few;
  }

  private async rarest(fewer: number, fewerByWords = 0): Promise<AccessPath | null> {
    return (await this.paths.rarest(fewer)) ?? (fewerByWords > 0 ? this.paths.rarestOfWords(fewerByWords, this.limits.PROBE) : null);
  }

  private begin(after: Position | null): Progress {
    const { phases } = this.scan;
    const phase = after !== null && after.key === null ? phases.length - 1 : 0;
    const inLevels = this.scan.beginsInLevels(phases[phase] as Phase);
    return {
      phase,
      position: after?.code === FIRST_CODE ? null : after,
      inLevels,
      isInLevelsNow: false,
      found: [],
      read: 0,
      hits: 0,
      size: 0,
      spent: 0,
    };
  }

  /** Reads another block: as many entries as are likely needed, but not many more than before; of each level, if the first was not enough. */
  private async goOn(progress: Progress, needed: number, wanted: number): Promise<Progress> {
    const { phases } = this.scan;
    const { read, spent, position, inLevels } = progress;
    const phase = phases[progress.phase] as Phase;
    const missing = wanted - progress.found.length;
    const first = this.scan.needNoCheck(phase, inLevels) ? missing : FIRST_PER_WANTED * missing;
    const likely = read === 0 ? first : Math.max(progress.size, Math.min(needed, WIDER * read));
    const size = Math.max(1, Math.floor(Math.min(likely, this.block, this.budget - spent)));
    const block = await this.scan.next(phase, inLevels, position, size, missing);
    const found = [...progress.found, ...block.found];
    const done = { found, size, position: block.end, spent: spent + block.read };
    const isInLevelsNow = !inLevels && phase.ofLevels !== null;
    const seen = isInLevelsNow ? { read: 0, hits: 0 } : { read: read + block.read, hits: progress.hits + block.found.length };
    if (block.end !== null || found.length >= wanted)
      return { ...progress, ...done, ...seen, inLevels: inLevels || isInLevelsNow, isInLevelsNow };
    const next = phases[progress.phase + 1];
    return {
      ...done,
      phase: progress.phase + 1,
      inLevels: !!next && this.scan.beginsInLevels(next),
      isInLevelsNow: false,
      read: 0,
      hits: 0,
    };
  }

  /** All documents of the path behind what was gone along, checked and sorted. */
  private async allOf(path: AccessPath, progress: Progress, wanted: number): Promise<Found[]> {
    let [found, after] = [[] as Found[], progress.position];
    const missing = wanted - progress.found.length;
    for (const phase of path.entries.length === 0 ? [] : this.scan.phases.slice(progress.phase)) {
      const { sql, parameters } = this.reads.sortedOf(path, phase, after, missing - found.length);
      found = [...found, ...(await this.sql.rows<Row>(sql, parameters)).map((row) => foundIn(row, phase))];
      if (found.length >= missing) break;
      after = null;
    }
    return found;
  }

  private async countIn(entries: readonly Entries[], meant: Meant, within: (code: string) => Condition[]): Promise<number> {
    let total = 0;
    for (const each of entries) {
      const { sql, parameters } = this.reads.from({ ...each, where: allOf([each.where, ...within(each.code)]) }, meant);
      total += Number((await this.sql.first<{ total: number }>(`SELECT COUNT(*) AS total ${sql}`, parameters))?.total);
    }
    return total;
  }

  private async countedOf(path: AccessPath, most: number, upTo = FIRST_CODE): Promise<number> {
    if (path.entries.length === 0) return 0;
    const { sql, parameters } = this.reads.documentsBy(path, (code) => (upTo === FIRST_CODE ? [] : [condition(`${code} <= ?`, upTo)]));
    const counted = `SELECT COUNT(*) AS counted FROM (SELECT /*! STRAIGHT_JOIN */ 1 ${sql} LIMIT ?) m`;
    return Number((await this.sql.first<{ counted: number }>(counted, [...parameters, most]))?.counted);
  }
}

/** As many entries as have the missing documents if those behind are like those before, and half as many more. */
const neededBy = ({ found, read, hits }: Progress, wanted: number) =>
  hits === 0 ? Infinity : Math.ceil((1.5 * read * (wanted - found.length)) / hits);
