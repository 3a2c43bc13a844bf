import { createHash } from 'node:crypto';
import type { SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import type { FieldCriterion } from '#domain/documents/criteria';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import {
  amongNodes,
  inLevels,
  levelsWithin,
  nodesWithin,
  ofClients,
  withinScope,
  type Condition,
  type LevelReach,
} from '../scope-condition';
import { places, type Parameter } from '../sql';
import { isOfValues, MOST_JOINS } from './search-kinds';
import {
  boundsOf,
  codesWith,
  forced,
  IN_CLIENT_ORDER,
  IN_ORDER,
  LEVEL_VALUES_IN_ORDER,
  markOf,
  matching,
  VALUES_IN_ORDER,
  type Bounds,
} from './search-terms';

/**
 * FROM and WHERE of the documents that meet all conditions; each indexer value is one more index lookup.
 * Written statements: parts of the search.
 */
export class SearchSql {
  private table: Condition = { sql: 'document d', parameters: [] };
  private isByValue = false;
  private isPerDocument = false;
  private isOfValues = false;
  /** Index to be forced on the documents. */
  private index = '';
  private readonly nodeCodes: readonly number[] | undefined;
  private mark = markOf({ fields: [] });
  /** Other columns with the same code as the documents, besides the ordering one. */
  private readonly boundToo: string[] = [];
  /** Tables of values that are searched before their documents. */
  private readonly valueTables: string[] = [];
  private readonly joins: string[] = [];
  private readonly joinParameters: Parameter[] = [];
  private readonly wheres: string[] = [];
  private readonly whereParameters: Parameter[] = [];

  /** @param isByValue whether documents with the one requested value are read in order until enough meet the other conditions */
  static of(scope: Scope, conditions: SearchConditions, isByValue: boolean): SearchSql {
    if (isOfValues(scope, conditions)) return SearchSql.ofValues(conditions.fields, nodesWithin(scope, conditions.nodeCodes));
    return new SearchSql(withinScope(scope, 'd')).meeting(conditions, isByValue);
  }

  /** The same by level indexes, each ordered by document; null without a limit of levels. */
  static byLevel(scope: Scope, conditions: SearchConditions, isByValue: boolean): SearchSql | null {
    const { nodeCodes, ...others } = conditions;
    const levels = levelsWithin(scope, nodeCodes);
    if (levels && isOfValues(scope, conditions)) return SearchSql.ofValues(conditions.fields, 'all', levels);
    return levels && new SearchSql(inLevels(levels, 'd'), levels).meeting(others, isByValue);
  }

  /**
   * The same from value indexes alone: a field belongs to one client, and the values of deleted documents have other codes.
   * @param levels if given, the index that is ordered within each of them is read
   */
  private static ofValues(fields: SearchConditions['fields'], nodes: readonly number[] | 'all', levels?: readonly LevelReach[]): SearchSql {
    const search = new SearchSql(nodes === 'all' ? undefined : amongNodes('v0.node_code', nodes), levels);
    search.isOfValues = true;
    if (levels?.length === 0) search.where('1 = 0');
    search.index = forced(levels ? LEVEL_VALUES_IN_ORDER : VALUES_IN_ORDER);
    fields.forEach(([value], position) => search.valueAlone(value as FieldCriterion, `v${position}`));
    return search;
  }

  /** All documents of the reachable levels, or of the clients without a limit of levels: a superset of those within the scope. */
  static around(scope: Scope, nodeCodes: readonly number[] | undefined): SearchSql {
    const levels = levelsWithin(scope, nodeCodes)?.map((level): LevelReach => ({ ...level, unitIds: 'all' }));
    const search = new SearchSql(levels ? inLevels(levels, 'd') : ofClients(scope, 'd'), levels).meeting({ fields: [] });
    if (!levels && scope.reaches.length === 1) search.index = forced(IN_CLIENT_ORDER);
    return search;
  }

  /** The same, looking up the values for each document within the bounds, which keeps the order whatever the engine estimates. */
  static perDocument(scope: Scope, conditions: SearchConditions): SearchSql {
    const search = SearchSql.byLevel(scope, conditions, false) ?? SearchSql.of(scope, conditions, false);
    if (search.levels) search.index = search.mark.index;
    search.isPerDocument = true;
    return search;
  }

  /** Of the client's newest documents that meet the conditions, those within the scope and the requested levels. */
  static amongNewest(scope: Scope, { nodeCodes, ...others }: SearchConditions, most: number, bounds: Bounds): SearchSql {
    const [newest, within] = [new SearchSql(ofClients(scope, 'd')).meeting(others), boundsOf(bounds)];
    const search = new SearchSql(withinScope(scope, 'd')).meetingLevels(nodeCodes);
    search.table = {
      sql: `(SELECT ${IN_ORDER} d.code, d.client_id, d.unit_id, d.node_code ${newest.from} ${within.sql} ORDER BY d.code DESC LIMIT ?) d`,
      parameters: [...newest.parameters, ...within.parameters, most],
    };
    return search;
  }

  /** Of the newest documents with the requested value, those that meet all other conditions. */
  static amongNewestWith(value: FieldCriterion, scope: Scope, conditions: SearchConditions, most: number, bounds: Bounds): SearchSql {
    const search = new SearchSql(withinScope(scope, 'd')).meeting({ ...conditions, fields: [] });
    const [matches, within] = [matching(value.criterion, 'v'), boundsOf(bounds, 'v.document_code')];
    search.joins.push(
      `JOIN (SELECT /*+ INDEX(v ${VALUES_IN_ORDER}) */ v.document_code FROM document_value v
             WHERE v.field_code = ? AND ${matches.sql} ${within.sql} ORDER BY v.document_code DESC LIMIT ?) w ON w.document_code = d.code`,
    );
    search.joinParameters.push(value.fieldCode, ...matches.parameters, ...within.parameters, most);
    return search;
  }

  /** Documents with the value, plus matching list rows that no document uses; counts and reads at most `most`. */
  static countUpTo(scope: Scope, { fieldCode, ofList, criterion }: FieldCriterion, most: number): Condition {
    const [own, matches] = [ofClients(scope, 'f'), matching(criterion, 'v')];
    const [table, rows] = ofList ? ['list_row_value', 'LEFT JOIN document_list_row l ON l.row_code = v.row_code'] : ['document_value', ''];
    return {
      sql: `SELECT COUNT(*) AS total FROM (SELECT 1 FROM field f JOIN ${table} v ON v.field_code = ${fieldCode < 0 ? '-' : ''}f.code AND ${matches.sql} ${rows}
            WHERE f.code = ? AND ${own.sql} LIMIT ?) w`,
      parameters: [...matches.parameters, Math.abs(fieldCode), ...own.parameters, most],
    };
  }

  /** Number of the client's documents with the status or by the user; counts at most `most`. */
  static countMarkedUpTo(scope: Scope, { status, createdBy }: SearchConditions, most: number): Condition {
    const marked = new SearchSql(ofClients(scope, 'd')).meeting({ status, createdBy, fields: [] });
    return { sql: `SELECT COUNT(*) AS total FROM (SELECT d.code ${marked.from} LIMIT ?) w`, parameters: [...marked.parameters, most] };
  }

  /** @param levels of all documents, if limited: values are searched within these levels */
  private constructor(
    within?: Condition,
    readonly levels?: readonly LevelReach[],
  ) {
    this.nodeCodes = levels?.map(({ nodeCode }) => nodeCode);
    if (within) this.where(within.sql, ...within.parameters);
  }

  get from(): string {
    const joins = this.joins.map((join) => (this.isPerDocument ? `CROSS ${join}` : join)).join(' ');
    return `FROM ${this.table.sql} ${this.index} ${joins} WHERE ${this.wheres.join(' AND ')}`;
  }

  /** The ordering column: for a single value that of its index, since MySQL would otherwise sort all documents with the value. */
  get code(): string {
    return this.isByValue || this.isOfValues ? 'v0.document_code' : 'd.code';
  }

  /**
   * The newest codes.
   * @param valuesFirst forces MySQL to start with the values: for many levels it would rather read all documents
   */
  newest(bounds: Bounds, limit: string, valuesFirst = false): Condition {
    const within = this.bounded(bounds);
    return {
      sql: `SELECT ${valuesFirst ? `/*+ JOIN_PREFIX(${this.valueTables.join(', ')}) */` : this.hint} ${this.code} AS code ${this.from} ${within.sql} ORDER BY ${this.code} DESC LIMIT ${limit}`,
      parameters: [...this.parameters, ...within.parameters],
    };
  }

  /** Any documents within the bounds, at most as many as the last parameter says. */
  some(bounds: Bounds): Condition {
    const within = this.bounded(bounds);
    return {
      sql: `SELECT ${this.hint} ${this.code} AS code ${this.from} ${within.sql} LIMIT ?`,
      parameters: [...this.parameters, ...within.parameters],
    };
  }

  /** The newest code of each level, without other conditions: one index lookup each. */
  newestOfEach(below?: number): Condition {
    const parts = (this.levels ?? []).map((level) => this.newestOf(level, below));
    return { sql: parts.map(({ sql }) => sql).join(' UNION ALL '), parameters: parts.flatMap(({ parameters }) => parameters) };
  }

  /**
   * For MySQL only: it would read all documents or values backwards until enough are found, or sort a whole index. A hint on a table with a
   * forced index would cancel the forcing.
   */
  private get hint(): string {
    if (this.isOfValues) return '';
    if (this.isPerDocument) return '/*! STRAIGHT_JOIN */';
    if (!this.levels) return this.isByValue ? `/*+ JOIN_PREFIX(v0) INDEX(v0 ${VALUES_IN_ORDER}) */` : '';
    if (this.isByValue) return '/*+ JOIN_PREFIX(v0) */';
    return this.index === '' ? IN_ORDER : '';
  }

  /** Equal for the same search with the same rights. */
  get id(): string {
    return createHash('sha256')
      .update(JSON.stringify([this.from, this.parameters]))
      .digest('base64');
  }

  get parameters(): Parameter[] {
    return [...this.table.parameters, ...this.joinParameters, ...this.whereParameters];
  }

  /** Bounds apply to each value table, too: the table that is read first must know where to begin. */
  private bounded(bounds: Bounds): Condition {
    const parts = [this.code, ...this.boundToo].map((column) => boundsOf(bounds, column));
    return { sql: parts.map(({ sql }) => sql).join(' '), parameters: parts.flatMap(({ parameters }) => parameters) };
  }

  private newestOf({ clientId, nodeCode }: LevelReach, below?: number): Condition {
    const [{ index, sql, parameters }, within] = [this.mark, boundsOf({ below })];
    return {
      sql: `SELECT MAX(d.code) AS newest FROM document d ${index} WHERE d.client_id = ? AND d.node_code = ? AND ${sql} ${within.sql}`,
      parameters: [clientId, nodeCode, ...parameters, ...within.parameters],
    };
  }

  private meeting(conditions: SearchConditions, isByValue = false): this {
    this.documentConditions(conditions);
    this.isByValue = isByValue;
    this.mark = markOf(conditions);
    if (this.levels && isByValue) this.index = forced('PRIMARY');
    else if (this.levels && conditions.fields.length === 0) this.index = this.mark.index;
    conditions.fields.forEach((alternatives, index) => this.fieldCondition(alternatives, index));
    return this.meetingLevels(conditions.nodeCodes);
  }

  private meetingLevels(nodeCodes: readonly number[] | undefined): this {
    if (nodeCodes) this.where(`d.node_code IN (${places(nodeCodes)})`, ...nodeCodes);
    return this;
  }

  private documentConditions(c: SearchConditions): void {
    if (c.status) this.where('d.status = ?', DOCUMENT_STATUS[c.status]);
    else this.where('d.deleted_at IS NULL');
    if (c.unitId) this.where('d.unit_id = ?', c.unitId);
    if (c.unitCnpj) this.where('d.unit_id IN (SELECT u.id FROM service_unit u WHERE u.cnpj = ?)', c.unitCnpj);
    if (c.documentCode !== undefined) this.where('d.code = ?', c.documentCode);
    if (c.createdFrom) this.where('d.created_at >= ?', c.createdFrom.getTime());
    if (c.createdUntil) this.where('d.created_at <= ?', c.createdUntil.getTime());
    if (c.dueDay) this.where('d.due_day = ?', c.dueDay);
    if (c.createdBy) this.where('d.created_by = ?', c.createdBy);
    if (c.externalKey !== undefined) this.where('d.external_key = ?', c.externalKey);
    if (c.boxIds) this.where(`d.box_id IN (${places(c.boxIds)})`, ...c.boxIds);
    if (c.boxTypeId !== undefined) {
      this.where('d.box_id IN (SELECT b.id FROM box b WHERE b.client_id = d.client_id AND b.type_id = ?)', c.boxTypeId);
    }
  }

  private fieldCondition(alternatives: readonly FieldCriterion[], index: number): void {
    const [only] = alternatives;
    if (alternatives.length === 1 && only && index < MOST_JOINS) return this.join(only, index);
    if (alternatives.length === 0) return this.where('1 = 0');
    const sources = alternatives.map((alternative) => codesWith(alternative, this.nodeCodes));
    const union = sources.map(({ sql }) => sql).join(' UNION ');
    const parameters = sources.flatMap((source) => source.parameters);
    if (index >= MOST_JOINS) return this.where(`d.code IN (${union})`, ...parameters);
    this.joins.push(`JOIN (${union}) f${index} ON f${index}.document_code = d.code`);
    this.joinParameters.push(...parameters);
  }

  private valueAlone({ fieldCode, criterion }: FieldCriterion, alias: string): void {
    const matches = matching(criterion, alias, this.nodeCodes);
    if (alias === 'v0') {
      this.table = { sql: `document_value ${alias}`, parameters: [] };
      return this.where(`v0.field_code = ? AND ${matches.sql}`, fieldCode, ...matches.parameters);
    }
    this.joins.push(
      `JOIN document_value ${alias} ${this.index} ON ${alias}.document_code = v0.document_code AND ${alias}.field_code = ? AND ${matches.sql}`,
    );
    this.joinParameters.push(fieldCode, ...matches.parameters);
    if (this.levels) this.boundToo.push(`${alias}.document_code`);
  }

  /** A document has at most one value per field and one row per list, so joins do not multiply rows. */
  private join({ fieldCode, ofList, criterion }: FieldCriterion, index: number): void {
    const value = `v${index}`;
    const matches = matching(criterion, value, ofList ? undefined : this.nodeCodes);
    this.valueTables.push(value, ...(ofList ? [`l${index}`] : []));
    if (ofList) {
      this.joins.push(`JOIN document_list_row l${index} ON l${index}.document_code = d.code`);
      this.joins.push(
        `JOIN list_row_value ${value} ON ${value}.row_code = l${index}.row_code AND ${value}.field_code = ? AND ${matches.sql}`,
      );
    } else {
      const index = this.isByValue && this.levels ? forced(LEVEL_VALUES_IN_ORDER) : '';
      this.joins.push(
        `JOIN document_value ${value} ${index} ON ${value}.document_code = d.code AND ${value}.field_code = ? AND ${matches.sql}`,
      );
      if (this.levels && !this.isByValue) this.boundToo.push(`${value}.document_code`);
    }
    this.joinParameters.push(fieldCode, ...matches.parameters);
  }

  private where(sql: string, ...parameters: Parameter[]): void {
    this.wheres.push(sql);
    this.whereParameters.push(...parameters);
  }
}
