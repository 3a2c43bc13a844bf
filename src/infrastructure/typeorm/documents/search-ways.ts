import type { SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { levelsWithin, type Condition, type LevelReach } from '../scope-condition';
import type { Sql } from '../sql';
import { codesOfLevels } from './level-windows';
import { isOfValues, MOST_JOINS, SearchSql, type Driver } from './search-sql';
import type { Bounds } from './search-terms';

/** How much work each way may be; tests make it little. */
export const LIMITS = {
  /** Below this many documents with a condition all of them are read and sorted. */
  few: 5000,
  /** Entries of an order that are read one after the other, also per wanted document; then so many times as many. */
  block: 2000,
  blockPerWanted: 4,
  wider: 10,
  /** Levels that one statement reads together, and documents that it may read of them. */
  levelsTogether: 51,
  documentsTogether: 10_000,
  /** Codes that pass through this process. */
  mostCodes: 10_000,
};

const isRestricted = ({ reaches }: Scope) => reaches.every(({ parts }) => parts.every(({ nodeCodes }) => nodeCodes !== 'all'));

/** What is searched, and where. */
export class Question {
  /** The reachable levels; null: all, or too many to be told apart. */
  readonly levels: readonly LevelReach[] | null;
  /** The documents as the engine finds them best. */
  readonly free: SearchSql;
  /** The same, for a count. */
  readonly counted: SearchSql;

  constructor(
    readonly scope: Scope,
    readonly conditions: SearchConditions,
  ) {
    this.levels = levelsWithin(scope, conditions.nodeCodes);
    this.free = this.isAtOnce ? this.inOrder : SearchSql.free(scope, conditions);
    const isWithinLevels = isOfValues(scope, conditions) || (this.isOrdered && isRestricted(scope));
    this.counted = this.levels && isWithinLevels ? this.inOrder : SearchSql.free(scope, conditions);
  }

  /** Whether one index has what is searched in the order of documents, or of the documents of each level. */
  get isOrdered(): boolean {
    const { fields, status, createdBy, unitId: _unitId, nodeCodes: _nodeCodes, ...others } = this.conditions;
    const isByValues = isOfValues(this.scope, this.conditions);
    if (isByValues) return fields.every(([value]) => value !== undefined && 'exact' in value.criterion);
    const isMarked = fields.length === 0 && Object.values(others).every((other) => other === undefined);
    return isMarked && (status === undefined || createdBy === undefined);
  }

  /** No document can meet it. */
  get isHopeless(): boolean {
    return this.conditions.fields.some((group) => group.length === 0) || this.levels?.length === 0;
  }

  /** Whether one statement finds any page without knowing anything. */
  get isAtOnce(): boolean {
    const { fields } = this.conditions;
    if (this.isHopeless) return true;
    if (this.levels) return this.levels.length === 1 && this.isOrdered;
    return this.isOrdered || fields.length === 0 || this.isByWholeValues;
  }

  /** Whole values of some units: the engine begins with the value that fewest documents have. */
  private get isByWholeValues(): boolean {
    const { fields, unitId: _unitId, nodeCodes: _nodeCodes, ...others } = this.conditions;
    const areWhole = fields.every(([value, ...alternatives]) => value && alternatives.length === 0 && 'exact' in value.criterion);
    return areWhole && Object.values(others).every((other) => other === undefined);
  }

  /** A whole value orders its documents; elsewhere they have an order of their own. */
  get driver(): Driver {
    const whole = this.conditions.fields.findIndex(([value, ...others]) => value && others.length === 0 && 'exact' in value.criterion);
    return whole < 0 ? 'documents' : whole;
  }

  /** What may find few documents; values first, since more often they do. */
  get candidates(): Driver[] {
    const { fields, status, nodeCodes: _nodeCodes, unitId: _unitId, unitCnpj: _unitCnpj, ...others } = this.conditions;
    const isNarrow = status !== undefined || Object.values(others).some((other) => other !== undefined);
    return [...[...fields.keys()].slice(0, MOST_JOINS), ...(isNarrow ? (['documents'] as const) : [])];
  }

  private get inOrder(): SearchSql {
    const [{ scope, conditions }, levels] = [this, this.levels ?? undefined];
    if (!levels && conditions.fields.length === 1 && this.isByWholeValues) return SearchSql.along(0, scope, conditions);
    const isByDocuments = this.isOrdered && conditions.fields.length === 0 && (levels ? levels.length > 0 : scope.reaches.length === 1);
    return isByDocuments ? SearchSql.along('documents', scope, conditions, levels) : SearchSql.free(scope, conditions, levels);
  }
}

/**
 * Finds a page, newest first (ADR 0008). Where one condition finds few documents, all of them are read; else many documents meet every
 * condition, and some of them are near if one goes along the order. A user of some levels goes along the order of each.
 * Written statements: on the path of every search.
 */
export class SearchWays {
  constructor(
    private readonly sql: Sql,
    private readonly limits: typeof LIMITS,
  ) {}

  /** A statement that finds the codes of the page, or the codes. */
  async page(question: Question, limit: number, offset: number, below?: number): Promise<Condition | number[]> {
    const [wanted, { free, levels }, { limits }] = [offset + limit, question, this];
    if ((question.isAtOnce && !this.isCountedFirst(question)) || wanted > limits.mostCodes) return free.newest({ below }, limit, offset);
    const isOne = question.isOrdered && question.conditions.fields.length < 2;
    const areTogether = levels !== null && levels.length <= limits.levelsTogether && levels.length * wanted <= limits.documentsTogether;
    if (isOne && areTogether) return this.ofLevels(question, levels, { below }, limit, offset);
    const rare = isOne ? null : await this.rarest(question);
    if (rare !== null) return this.along(question, rare).newest({ below }, limit, offset);
    return (await this.walk(question, wanted, below)).slice(offset);
  }

  /** What is counted. */
  async counted(question: Question): Promise<SearchSql> {
    const rare = this.isCountedFirst(question) ? await this.rarest(question) : null;
    return rare === null ? question.counted : this.along(question, rare);
  }

  /** SQLite knows how many documents have a value on average, not which of several values is rare. */
  private isCountedFirst({ conditions, isHopeless }: Question): boolean {
    return this.sql.isSqlite && conditions.fields.length > 1 && !isHopeless;
  }

  /** The condition that finds the fewest documents, if these are few; each is counted up to what the ones before it found. */
  private async rarest({ scope, conditions, levels, candidates }: Question): Promise<Driver | null> {
    let [rarest, least] = [null as Driver | null, this.limits.few];
    for (const driver of candidates) {
      const { sql, parameters } = SearchSql.some(driver, scope, conditions, least, levels ?? undefined);
      const row = await this.sql.first<{ counted: number }>(`SELECT COUNT(*) AS counted FROM (${sql}) c`, parameters);
      if (Number(row?.counted) < least) [rarest, least] = [driver, Number(row?.counted)];
      if (least === 0) break;
    }
    return rarest;
  }

  /** Reads all that the driver finds. */
  private along({ scope, conditions, levels }: Question, driver: Driver): SearchSql {
    const within = levels ?? undefined;
    return driver === 'documents'
      ? SearchSql.alongDocuments(scope, conditions, undefined, within)
      : SearchSql.along(driver, scope, conditions, within);
  }

  /** The newest of each level, and of these the newest. */
  private ofLevels({ scope, conditions, driver }: Question, levels: readonly LevelReach[], bounds: Bounds, limit: number, offset: number) {
    const parts = levels.map((level, index) => {
      const { sql, parameters } = SearchSql.along(driver, scope, conditions, [level]).newest(bounds, offset + limit);
      return { sql: `SELECT l${index}.code FROM (${sql}) l${index}`, parameters };
    });
    return {
      sql: `SELECT l.code FROM (${parts.map(({ sql }) => sql).join(' UNION ALL ')}) l ORDER BY l.code DESC LIMIT ? OFFSET ?`,
      parameters: [...parts.flatMap(({ parameters }) => parameters), limit, offset],
    };
  }

  /** Along the order until the page is full; where matches are far between, level by level, or as the engine finds them best. */
  private async walk(question: Question, wanted: number, below?: number): Promise<number[]> {
    const { scope, conditions, driver, levels } = question;
    const place = levels?.length === 1 ? levels : undefined;
    const [order, search] = [SearchSql.all(driver, scope, conditions, place), SearchSql.along(driver, scope, conditions, place)];
    const { block, blockPerWanted, wider } = this.limits;
    const first = Math.max(block, blockPerWanted * wanted);
    let [found, end] = [[] as number[], below];
    const isOneOrder = driver !== 'documents' || scope.reaches.length === 1;
    for (const size of isOneOrder ? [first, Math.max(first, block * wider)] : []) {
      const [from] = await this.read(order.newest({ below: end }, 1, size - 1));
      const shown = await this.read(search.newest({ from, below: end }, wanted - found.length));
      found = found.concat(shown);
      if (from === undefined || found.length === wanted) return found;
      end = from;
      // Of some levels the windows find the next ones sooner.
      if (shown.length === 0 || (levels && !place)) break;
    }
    const missing = wanted - found.length;
    if (!levels || place) return found.concat(await this.read(question.free.newest({ below: end }, missing)));
    const byLevel = SearchSql.along(driver, scope, conditions, levels);
    return found.concat(await codesOfLevels(this.sql, byLevel, SearchSql.newestOfEach(conditions, levels, end), end, missing));
  }

  private async read({ sql, parameters }: Condition): Promise<number[]> {
    return (await this.sql.rows<{ code: number }>(sql, parameters)).map(({ code }) => code);
  }
}
