import { Injectable } from '@nestjs/common';
import { DocumentSearch, type FoundDocument, type SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import type { FieldCriterion } from '#domain/documents/criteria';
import { Sql } from '../sql';
import { FoundPages } from './found-pages';
import { LevelStarts } from './level-starts';
import { LevelWindows } from './level-windows';
import { MOST_WANTED, walkNewest } from './list-walk';
import { LONGEST_CHANGE_MS, SearchMemory, type ArchiveState, type Walk } from './search-memory';
import {
  bySearchedCodes,
  isByOneIndex,
  isOfValues,
  isOneValue,
  onlyListValue,
  isOrderedByLevel,
  isRestricted,
  isWalkable,
} from './search-kinds';
import { SearchSql } from './search-sql';
import type { Bounds } from './search-terms';

/** Skipping this many documents is fast enough without memory. */
const FAR = 2000;

/** Windows pass their codes through this process; beyond this a single statement skips them in the database. */
const MOST_IN_WINDOWS = 10_000;

/** For so few levels reading the newest of each costs less than checking whether that is needed. */
const FEW_LEVELS = 8;
const LOOKED_AT_PER_FOUND = 10;
const MOST_LOOKED_AT = 1000;
/** The same where one index includes the levels. */
const MOST_LOOKED_AT_WITHIN_INDEX = 5000;

/** This many values with one prefix are read and sorted in a few milliseconds. */
const MOST_VALUES = 25_000;
/** Reading and sorting this many documents with a list value is as fast as walking the newest documents until a page is full. */
const MOST_WITH_LIST_VALUE = 5000;

/** A search as a single statement and, if several levels are reachable, as one that uses the level indexes. */
interface Search {
  scope: Scope;
  conditions: SearchConditions;
  all: SearchSql;
  byLevel: SearchSql | null;
  /** The variant that reads the fewest entries for a count. */
  counted: SearchSql;
}

/** Whether one statement finds the codes of a page. */
function isFoundAtOnce({ conditions, byLevel }: Search, end: number): boolean {
  return !onlyListValue(conditions) && (!byLevel || end > MOST_IN_WINDOWS);
}

/** All units: no index begins with a unit, so its documents are located by the surrounding ones. */
function searchAround(scope: Scope, { nodeCodes }: SearchConditions): Search {
  const all = SearchSql.around(scope, nodeCodes);
  return { scope, conditions: { nodeCodes, fields: [] }, all, byLevel: (all.levels?.length ?? 0) > 1 ? all : null, counted: all };
}

/** Written statements: measured, a page of entities costs up to fourteen times a written join. */
@Injectable()
export class TypeOrmDocumentSearch extends DocumentSearch {
  private readonly memory = new SearchMemory();
  private readonly starts = new LevelStarts();
  private readonly windows: LevelWindows;
  private readonly pages: FoundPages;

  constructor(private readonly sql: Sql) {
    super();
    this.windows = new LevelWindows(sql);
    this.pages = new FoundPages(sql);
  }

  /** Reads the codes of the page from indexes only, then its documents: in the same statement where one finds the codes. */
  async page(scope: Scope, conditions: SearchConditions, page: number, pageSize: number): Promise<FoundDocument[]> {
    const search = await this.search(scope, conditions);
    const offset = (page - 1) * pageSize;
    const isNear = offset < FAR || !isWalkable(scope, conditions);
    if (isNear && isFoundAtOnce(search, offset + pageSize)) {
      const { sql, parameters } = await this.newest(search, pageSize, offset);
      return this.pages.found(scope, { sql, parameters });
    }
    const codes = await (isNear ? this.codes(search, pageSize, offset) : this.farCodes(search, pageSize, offset));
    return this.pages.ofCodes(scope, codes);
  }

  async count(scope: Scope, conditions: SearchConditions): Promise<number> {
    const { all, counted } = await this.search(scope, conditions);
    if (!isWalkable(scope, conditions) || !this.memory.isLarge(all.id)) {
      const total = await this.total(counted);
      if (total >= FAR) this.memory.noteLarge(all.id);
      return total;
    }
    const { walk, newer } = await this.walk(scope, all);
    walk.total ??= await this.total(counted, `AND ${counted.code} <= ?`, walk.newest);
    return walk.total + newer;
  }

  private async search(scope: Scope, asked: SearchConditions): Promise<Search> {
    const conditions = bySearchedCodes(asked);
    const isByValue = await this.isByValue(scope, conditions);
    const byLevel = isOrderedByLevel(conditions) ? SearchSql.byLevel(scope, conditions, isByValue) : null;
    const levels = byLevel?.levels?.length ?? 0;
    const all = byLevel && levels === 1 ? byLevel : SearchSql.of(scope, conditions, isByValue);
    const isWithinIndex = byLevel && isRestricted(scope) && (isByValue || conditions.fields.length === 0);
    return { scope, conditions, all, byLevel: levels > 1 ? byLevel : null, counted: isWithinIndex ? byLevel : all };
  }

  /** Whether documents with the requested value are read in order until enough have the status or the user. */
  private async isByValue(scope: Scope, conditions: SearchConditions): Promise<boolean> {
    const { status, createdBy, ...others } = conditions;
    if (!isOneValue(others)) return false;
    return (!status && !createdBy) || !(await this.areFewMarked(scope, conditions));
  }

  /** Whether so few match that reading them is cheaper than reading all with the value. */
  private async areFewMarked(scope: Scope, conditions: SearchConditions): Promise<boolean> {
    const { sql, parameters } = SearchSql.countMarkedUpTo(scope, conditions, MOST_LOOKED_AT);
    const row = await this.sql.first<{ total: number }>(sql, parameters);
    return Number(row?.total) < MOST_LOOKED_AT;
  }

  private async codes(search: Search, limit: number, offset: number, below?: number): Promise<number[]> {
    const { scope, conditions, byLevel } = search;
    const listValue = onlyListValue(conditions);
    if (listValue) return this.codesOfList(search, listValue, limit, offset, below);
    if (!byLevel || isFoundAtOnce(search, offset + limit)) {
      const { sql, parameters } = await this.newest(search, limit, offset, below);
      return (await this.sql.rows<{ code: number }>(sql, parameters)).map((row) => row.code);
    }
    const { nodeCodes, unitId } = conditions;
    const every = () => (isByOneIndex(conditions) ? SearchSql.byLevel(scope, { nodeCodes, unitId, fields: [] }, false)?.id : undefined);
    const start = this.starts.of(byLevel.id, every);
    const page =
      (start && (await this.windows.near(byLevel, start, below, limit, offset))) ??
      (await this.withoutLevels(search, limit, offset, below));
    if (page && offset > 0) return page;
    const codes = page ?? (await this.windows.codes(byLevel, below, offset + limit));
    const isFull = codes.length === offset + limit;
    const tellsAll = isFull || (offset === 0 && isByOneIndex(conditions));
    if (below === undefined && tellsAll) this.starts.note(byLevel.id, codes, isFull);
    return codes.slice(offset);
  }

  /** Walks the newest documents if many of them have the value, otherwise reads the value; far pages are left to the engine's plan. */
  private async codesOfList(search: Search, value: FieldCriterion, limit: number, offset: number, below?: number): Promise<number[]> {
    const { scope, conditions, all } = search;
    const areFew = await this.areFewerWith(scope, value, MOST_WITH_LIST_VALUE);
    if (!areFew) {
      const [around, perDocument] = [searchAround(scope, conditions), SearchSql.perDocument(scope, conditions)];
      const newest = {
        codeOf: async (count: number, end?: number) => (await this.codes(around, 1, count - 1, end))[0],
        withValue: (bounds: Bounds, most: number) => this.read(perDocument, most, 0, bounds),
      };
      const codes = await walkNewest(newest, offset + limit, below);
      if (codes) return codes.slice(offset);
    }
    // Few of the newest have the value: an engine that reads in document order might pass over all of them.
    return this.read(all, limit, offset, { below }, areFew || offset + limit <= MOST_WANTED);
  }

  private async newest(search: Search, limit: number, offset: number, below?: number) {
    const { sql, parameters } = search.all.newest({ below }, '? OFFSET ?', await this.hasFewValues(search));
    return { sql, parameters: [...parameters, limit, offset] };
  }

  private async read(search: SearchSql, limit: number, offset: number, bounds: Bounds = {}, valuesFirst?: boolean): Promise<number[]> {
    const { sql, parameters } = search.newest(bounds, '? OFFSET ?', valuesFirst);
    const rows = await this.sql.rows<{ code: number }>(sql, [...parameters, limit, offset]);
    return rows.map((row) => row.code);
  }

  /**
   * For many levels: the newest documents of all levels are read. They fill the page if the levels hold much of the client, and are
   * complete if few have the value. Null: the levels must be read one by one.
   */
  private async withoutLevels(search: Search, limit: number, offset: number, below?: number): Promise<number[] | null> {
    const { scope, conditions, all, byLevel } = search;
    if ((byLevel?.levels ?? []).length <= FEW_LEVELS) return null;
    const { status, createdBy, unitId, fields } = conditions;
    const [[value, ...alternatives] = [], ...values] = fields;
    if (values.length + alternatives.length > 0)
      return (await this.isAnyRare(scope, fields)) ? this.read(all, limit, offset, { below }) : null;
    const most = LOOKED_AT_PER_FOUND * (offset + limit);
    const marks = [status, createdBy, unitId].filter((mark) => mark !== undefined).length;
    if (marks > 1 || most > (value || createdBy ? MOST_LOOKED_AT : MOST_LOOKED_AT_WITHIN_INDEX)) return null;
    const newest = value
      ? SearchSql.amongNewestWith(value, scope, conditions, most, { below })
      : SearchSql.amongNewest(scope, conditions, most, { below });
    const codes = await this.read(newest, limit, offset);
    return codes.length === limit || (value && (await this.areFewerWith(scope, value, most))) ? codes : null;
  }

  private async hasFewValues({ scope, conditions }: Search): Promise<boolean> {
    const { fields } = conditions;
    const [[value] = [], ...others] = fields;
    if (isOfValues(scope, conditions)) return false;
    const isOne = value !== undefined && others.length === 0 && fields[0]?.length === 1 && !value.ofList && 'prefix' in value.criterion;
    return isOne && isRestricted(scope) && this.areFewerWith(scope, value, MOST_VALUES);
  }

  private async isAnyRare(scope: Scope, fields: SearchConditions['fields']): Promise<boolean> {
    for (const alternatives of fields) {
      const rare = await Promise.all(alternatives.map((value) => this.areFewerWith(scope, value, MOST_LOOKED_AT)));
      if (rare.every(Boolean)) return true;
    }
    return false;
  }

  /** The margin is so large that concurrent changes do not matter. */
  private async areFewerWith(scope: Scope, value: FieldCriterion, most: number): Promise<boolean> {
    const { sql, parameters } = SearchSql.countUpTo(scope, value, most);
    const row = await this.sql.first<{ total: number }>(sql, parameters);
    return Number(row?.total) < most - LOOKED_AT_PER_FOUND;
  }

  /** Continues from an earlier page of the same search, if known. */
  private async farCodes(search: Search, limit: number, offset: number): Promise<number[]> {
    const { walk, newer } = await this.walk(search.scope, search.all);
    if (offset < newer) return this.codes(search, limit, offset);
    const { rank, code } = this.memory.nearest(walk, offset - newer);
    const codes = await this.codes(search, limit, offset - newer - rank, code);
    const [first, last] = [codes[0], codes.at(-1)];
    if (first !== undefined && last !== undefined) {
      this.memory.remember(walk, { rank: offset - newer, code: first + 1 });
      this.memory.remember(walk, { rank: offset - newer + codes.length, code: last });
    }
    return codes;
  }

  /** The memory of a search, and the number of newer matches. */
  private async walk(scope: Scope, search: SearchSql): Promise<{ walk: Walk; newer: number }> {
    const walk = (await this.known(scope, search.id)) ?? this.memory.begin(search.id, await this.state(scope, search.id));
    return { walk, newer: await this.total(search, `AND ${search.code} > ?`, walk.newest) };
  }

  private async known(scope: Scope, search: string): Promise<Walk | null> {
    return this.memory.since(search) === undefined ? null : this.memory.valid(search, await this.state(scope, search));
  }

  private async total(search: SearchSql, condition = '', ...parameters: number[]): Promise<number> {
    const row = await this.sql.first<{ total: number }>(`SELECT COUNT(*) AS total ${search.from} ${condition}`, [
      ...search.parameters,
      ...parameters,
    ]);
    return Number(row?.total ?? 0);
  }

  /** Reads indexes only; changes since the walk began are counted one by one. */
  private async state(scope: Scope, search: string): Promise<ArchiveState> {
    const { clientId } = scope;
    const since = this.memory.since(search);
    const from = since === undefined ? `${this.sql.now} - ${LONGEST_CHANGE_MS}` : '?';
    const row = await this.sql.first<Record<keyof ArchiveState, number | null>>(
      `SELECT ${this.sql.now} AS now,
         (SELECT d.code FROM document d WHERE d.client_id = ? AND d.created_at < ${this.sql.now} - ${LONGEST_CHANGE_MS}
            ORDER BY d.code DESC LIMIT 1) AS newest,
         (SELECT COUNT(*) FROM document d WHERE d.client_id = ? AND d.changed_at >= ${from}) AS changes,
         (SELECT MAX(d.changed_at) FROM document d WHERE d.client_id = ?) AS lastChange`,
      [clientId, clientId, ...(since === undefined ? [] : [since]), clientId],
    );
    const number = (name: keyof ArchiveState) => Number(row?.[name] ?? 0);
    return { now: number('now'), newest: number('newest'), changes: number('changes'), lastChange: number('lastChange') };
  }
}
