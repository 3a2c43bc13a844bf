import { createHash } from 'node:crypto';
import type { SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import type { FieldCriterion } from '#domain/documents/criteria';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import type { Criterion } from '#domain/documents/field-value';
import { inLevels, isOneOf, levelsWithin, ofClients, withinScope, type Condition, type LevelReach } from '../scope-condition';
import { places, type Parameter } from '../sql';
import { prefixBounds, valueKey } from '../value-key';

/** Engines join about sixty tables at most, and a list field takes two. */
const MOST_JOINS = 20;

const IN_ORDER = '/*+ NO_ORDER_INDEX(d PRIMARY) NO_SKIP_SCAN(d) */';
/** Forced because MySQL sometimes sorts the whole index of the levels instead. */
const IN_CLIENT_ORDER = 'ix_document_client_id_deleted_at_code_node_code_unit_id';
const VALUES_IN_ORDER = 'ix_document_value_field_code_value_key_document_code';
const LEVEL_VALUES_IN_ORDER = 'ix_document_value_field_code_value_key_node_code_document_co';
/** Avoids that MySQL and MariaDB weigh a dozen indexes for each of many levels; SQLite reads it as a comment. */
const forced = (index: string) => `/*! FORCE INDEX (${index}) */`;

/** Level indexes are ordered by document: for a user, for a status, and for all that are not deleted. */
function markOf({ status, createdBy }: SearchConditions): Fragment & { index: string } {
  const indexBy = (column: string) => forced(`ix_document_client_id_node_code_${column}_code_unit_id`);
  if (createdBy) return { index: indexBy('created_by'), sql: 'd.created_by = ?', parameters: [createdBy] };
  if (status) return { index: indexBy('status'), sql: 'd.status = ?', parameters: [DOCUMENT_STATUS[status]] };
  return { index: indexBy('deleted_at'), sql: 'd.deleted_at IS NULL', parameters: [] };
}

type Fragment = Condition;

/** FROM and WHERE of the documents that meet all conditions; each indexer value is one more index lookup. Written, as is the search. */
export class SearchSql {
  private table: Fragment = { sql: 'document d', parameters: [] };
  private isByValue = false;
  private isPerDocument = false;
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
    return new SearchSql(withinScope(scope, 'd')).meeting(conditions, isByValue);
  }

  /** The same by level indexes, each ordered by document; null without a limit of levels. */
  static byLevel(scope: Scope, conditions: SearchConditions, isByValue: boolean): SearchSql | null {
    const { nodeCodes, ...others } = conditions;
    const levels = levelsWithin(scope, nodeCodes);
    return levels && new SearchSql(inLevels(levels, 'd'), levels).meeting(others, isByValue);
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
  static countUpTo(scope: Scope, { fieldCode, ofList, criterion }: FieldCriterion, most: number): Fragment {
    const [own, matches] = [ofClients(scope, 'f'), matching(criterion, 'v')];
    const [table, rows] = ofList ? ['list_row_value', 'LEFT JOIN document_list_row l ON l.row_code = v.row_code'] : ['document_value', ''];
    return {
      sql: `SELECT COUNT(*) AS total FROM (SELECT 1 FROM field f JOIN ${table} v ON v.field_code = f.code AND ${matches.sql} ${rows}
            WHERE f.code = ? AND ${own.sql} LIMIT ?) w`,
      parameters: [...matches.parameters, fieldCode, ...own.parameters, most],
    };
  }

  /** Number of the client's documents with the status or by the user; counts at most `most`. */
  static countMarkedUpTo(scope: Scope, { status, createdBy }: SearchConditions, most: number): Fragment {
    const marked = new SearchSql(ofClients(scope, 'd')).meeting({ status, createdBy, fields: [] });
    return { sql: `SELECT COUNT(*) AS total FROM (SELECT d.code ${marked.from} LIMIT ?) w`, parameters: [...marked.parameters, most] };
  }

  /** @param levels of all documents, if limited: values are searched within these levels */
  private constructor(
    within: Condition,
    readonly levels?: readonly LevelReach[],
  ) {
    this.nodeCodes = levels?.map(({ nodeCode }) => nodeCode);
    this.where(within.sql, ...within.parameters);
  }

  get from(): string {
    const joins = this.joins.map((join) => (this.isPerDocument ? `CROSS ${join}` : join)).join(' ');
    return `FROM ${this.table.sql} ${this.index} ${joins} WHERE ${this.wheres.join(' AND ')}`;
  }

  /** The ordering column: for a single value that of its index, since MySQL would otherwise sort all documents with the value. */
  get code(): string {
    return this.isByValue ? 'v0.document_code' : 'd.code';
  }

  /**
   * The newest codes.
   * @param valuesFirst forces MySQL to start with the values: for many levels it would rather read all documents
   */
  newest(bounds: Bounds, limit: string, valuesFirst = false): Fragment {
    const within = this.bounded(bounds);
    return {
      sql: `SELECT ${valuesFirst ? `/*+ JOIN_PREFIX(${this.valueTables.join(', ')}) */` : this.hint} ${this.code} AS code ${this.from} ${within.sql} ORDER BY ${this.code} DESC LIMIT ${limit}`,
      parameters: [...this.parameters, ...within.parameters],
    };
  }

  /** Any documents within the bounds, at most as many as the last parameter says. */
  some(bounds: Bounds): Fragment {
    const within = this.bounded(bounds);
    return {
      sql: `SELECT ${this.hint} ${this.code} AS code ${this.from} ${within.sql} LIMIT ?`,
      parameters: [...this.parameters, ...within.parameters],
    };
  }

  /** The newest code of each level, without other conditions: one index lookup each. */
  newestOfEach(below?: number): Fragment {
    const parts = (this.levels ?? []).map((level) => this.newestOf(level, below));
    return { sql: parts.map(({ sql }) => sql).join(' UNION ALL '), parameters: parts.flatMap(({ parameters }) => parameters) };
  }

  /**
   * For MySQL only: it would read all documents or values backwards until enough are found, or sort a whole index. A hint on a table with a
   * forced index would cancel the forcing.
   */
  private get hint(): string {
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
  private bounded(bounds: Bounds): Fragment {
    const parts = [this.code, ...this.boundToo].map((column) => boundsOf(bounds, column));
    return { sql: parts.map(({ sql }) => sql).join(' '), parameters: parts.flatMap(({ parameters }) => parameters) };
  }

  private newestOf({ clientId, nodeCode }: LevelReach, below?: number): Fragment {
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

/** @param nodeCodes limits the values by their own level column, so that they are found in document order */
function matching(criterion: Criterion, alias: string, nodeCodes: readonly number[] = []): Fragment {
  const [keys, parameters] =
    'exact' in criterion ? ['= ?', [valueKey(criterion.exact)]] : ['BETWEEN ? AND ?', prefixBounds(criterion.prefix)];
  const ofLevels = nodeCodes.length === 0 ? '' : ` AND ${isOneOf(`${alias}.node_code`, nodeCodes)}`;
  return { sql: `${alias}.value_key ${keys}${ofLevels}`, parameters: [...parameters, ...nodeCodes] };
}

function codesWith({ fieldCode, ofList, criterion }: FieldCriterion, nodeCodes?: readonly number[]): Fragment {
  const matches = matching(criterion, 'v', ofList ? undefined : nodeCodes);
  const source = ofList
    ? 'SELECT l.document_code FROM list_row_value v JOIN document_list_row l ON l.row_code = v.row_code'
    : 'SELECT v.document_code FROM document_value v';
  return { sql: `${source} WHERE v.field_code = ? AND ${matches.sql}`, parameters: [fieldCode, ...matches.parameters] };
}

/** A range of document codes; the end is exclusive. */
export interface Bounds {
  from?: number;
  below?: number;
}

function boundsOf({ from, below }: Bounds, column = 'd.code'): Fragment {
  return {
    sql: `${from === undefined ? '' : `AND ${column} >= ?`} ${below === undefined ? '' : `AND ${column} < ?`}`,
    parameters: [from, below].filter((code) => code !== undefined),
  };
}
