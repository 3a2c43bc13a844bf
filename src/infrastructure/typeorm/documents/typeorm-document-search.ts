import { Injectable } from '@nestjs/common';
import { DocumentSearch, type FoundDocument, type SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import type { FieldCriterion } from '#domain/documents/criteria';
import { withinScope } from '../scope-condition';
import { places, Sql } from '../sql';
import { toFound, type PageRow } from './found-row';
import { LevelStarts } from './level-starts';
import { LevelWindows } from './level-windows';
import { MOST_WANTED, walkNewest } from './list-walk';
import { LONGEST_CHANGE_MS, SearchMemory, type ArchiveState, type Walk } from './search-memory';
import { isByOneIndex, isOneValue, onlyListValue, isOrderedByLevel, isRestricted, isWalkable } from './search-kinds';
import { SearchSql, type Bounds } from './search-sql';

interface ValueRow {
  document_code: number;
  field_code: number;
  value: string;
}

/** Documents that are passed over so fast that remembering would not pay. */
const FAR = 2000;

/** What windows show passes through this process; so far back one statement passes over it where it lies. */
const MOST_IN_WINDOWS = 10_000;

/** So few that reading the newest of each costs less than finding out whether that is needed. */
const FEW_LEVELS = 8;
const LOOKED_AT_PER_FOUND = 10;
const MOST_LOOKED_AT = 1000;
/** Where an index tells their levels, too. */
const MOST_LOOKED_AT_WITHIN_INDEX = 5000;

/** So many values with one beginning are read and sorted in some milliseconds. */
const MOST_VALUES = 25_000;
/** So many documents with a value of a list are read and sorted as fast as the newest of all are looked at until a page is full. */
const MOST_WITH_LIST_VALUE = 5000;

/** MySQL would look into the index for each code of the page to learn how many rows it may have, before it looks them up. */
const BY_CODE = '/*+ SET_VAR(eq_range_index_dive_limit = 1) */';
const FROM_DOCUMENTS = '/*+ JOIN_PREFIX(l) SET_VAR(eq_range_index_dive_limit = 1) */';

/** A search as one statement, and as one that reads the indexes of levels, where more than one can be reached. */
interface Search {
  scope: Scope;
  conditions: SearchConditions;
  all: SearchSql;
  byLevel: SearchSql | null;
  /** The one that reads the fewest entries when all are counted. */
  counted: SearchSql;
}

/** Of all units: no index begins with a unit, so where its documents lie can only be told by those around them. */
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

  constructor(private readonly sql: Sql) {
    super();
    this.windows = new LevelWindows(sql);
  }

  /** Reads the codes of the page from indexes alone, then the documents of that page. */
  async page(scope: Scope, conditions: SearchConditions, page: number, pageSize: number): Promise<FoundDocument[]> {
    const search = await this.search(scope, conditions);
    const offset = (page - 1) * pageSize;
    const isNear = offset < FAR || !isWalkable(scope, conditions);
    const codes = await (isNear ? this.codes(search, pageSize, offset) : this.farCodes(search, pageSize, offset));
    return codes.length === 0 ? [] : this.hydrate(scope, codes);
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

  private async search(scope: Scope, conditions: SearchConditions): Promise<Search> {
    const isByValue = await this.isByValue(scope, conditions);
    const byLevel = isOrderedByLevel(conditions) ? SearchSql.byLevel(scope, conditions, isByValue) : null;
    const levels = byLevel?.levels?.length ?? 0;
    const all = byLevel && levels === 1 ? byLevel : SearchSql.of(scope, conditions, isByValue);
    const isWithinIndex = byLevel && isRestricted(scope) && (isByValue || conditions.fields.length === 0);
    return { scope, conditions, all, byLevel: levels > 1 ? byLevel : null, counted: isWithinIndex ? byLevel : all };
  }

  /** Documents with the one value that is asked for are looked at in their order until enough are of the status, or by the user. */
  private async isByValue(scope: Scope, conditions: SearchConditions): Promise<boolean> {
    const { status, createdBy, ...others } = conditions;
    if (!isOneValue(others)) return false;
    return (!status && !createdBy) || !(await this.areFewMarked(scope, conditions));
  }

  /** So few that they are looked at rather than all that have the value. */
  private async areFewMarked(scope: Scope, conditions: SearchConditions): Promise<boolean> {
    const { sql, parameters } = SearchSql.countMarkedUpTo(scope, conditions, MOST_LOOKED_AT);
    const row = await this.sql.first<{ total: number }>(sql, parameters);
    return Number(row?.total) < MOST_LOOKED_AT;
  }

  private async codes(search: Search, limit: number, offset: number, below?: number): Promise<number[]> {
    const { scope, conditions, all, byLevel } = search;
    const listValue = onlyListValue(conditions);
    if (listValue) return this.codesOfList(search, listValue, limit, offset, below);
    if (!byLevel || offset + limit > MOST_IN_WINDOWS) return this.read(all, limit, offset, { below }, await this.hasFewValues(search));
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

  /** From the newest documents where many of them have the value, else from the value; far behind, as the engine thinks best. */
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
    // Too few of the newest have it: in the order of the documents an engine might pass over all of them.
    return this.read(all, limit, offset, { below }, areFew || offset + limit <= MOST_WANTED);
  }

  private async read(search: SearchSql, limit: number, offset: number, bounds: Bounds = {}, valuesFirst?: boolean): Promise<number[]> {
    const { sql, parameters } = search.newest(bounds, '? OFFSET ?', valuesFirst);
    const rows = await this.sql.rows<{ code: number }>(sql, [...parameters, limit, offset]);
    return rows.map((row) => row.code);
  }

  /**
   * Of many levels: the newest documents of all levels are looked at. They fill the page where the levels hold much of the client,
   * and are all there are where few have the value. Null: it takes the levels one by one.
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

  private async hasFewValues({ scope, conditions: { fields } }: Search): Promise<boolean> {
    const [[value] = [], ...others] = fields;
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

  /** By so many that whoever loses the value in between does not matter. */
  private async areFewerWith(scope: Scope, value: FieldCriterion, most: number): Promise<boolean> {
    const { sql, parameters } = SearchSql.countUpTo(scope, value, most);
    const row = await this.sql.first<{ total: number }>(sql, parameters);
    return Number(row?.total) < most - LOOKED_AT_PER_FOUND;
  }

  /** From where an earlier page of the same search ended, when that is known. */
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

  /** What is remembered of a search, and how many matches are newer than that. */
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

  /** Looks into indexes alone; the changes since the walk began are counted one by one. */
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

  private async hydrate(scope: Scope, codes: number[]): Promise<FoundDocument[]> {
    const within = withinScope(scope, 'd');
    // Before the values: a version must never be newer than what is shown beside it.
    const documents = await this.sql.rows<PageRow>(
      `SELECT ${BY_CODE} d.id, d.code, d.client_id, d.node_code, d.status, d.due_day, d.version,
           b.code AS box_code, b.numbered_by, b.provisional_number, o.code AS outer_code, o.provisional_number AS outer_number,
           (SELECT COUNT(*) FROM document_file f WHERE f.document_code = d.code AND f.deleted_at IS NULL) AS file_count
         FROM document d LEFT JOIN box b ON b.id = d.box_id LEFT JOIN box o ON o.id = b.parent_id
         WHERE d.code IN (${places(codes)}) AND ${within.sql} ORDER BY d.code DESC`,
      [...codes, ...within.parameters],
    );
    const [values, listValues] = await Promise.all([
      this.sql.rows<ValueRow>(
        `SELECT ${BY_CODE} v.document_code, v.field_code, v.value FROM document_value v WHERE v.document_code IN (${places(codes)})`,
        codes,
      ),
      this.sql.rows<ValueRow>(
        `SELECT ${FROM_DOCUMENTS} l.document_code, v.field_code, v.value FROM document_list_row l JOIN list_row_value v ON v.row_code = l.row_code
         WHERE l.document_code IN (${places(codes)})`,
        codes,
      ),
    ]);
    const texts = new Map<number, Map<number, string>>(codes.map((code) => [code, new Map()]));
    for (const row of [...values, ...listValues]) texts.get(row.document_code)?.set(row.field_code, row.value);
    return documents.map((row) => toFound(row, texts.get(row.code) ?? new Map()));
  }
}
