import { createHash } from 'node:crypto';
import type { SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import type { CriteriaGroup, FieldCriterion } from '#domain/documents/criteria';
import { idBytes } from '../id-bytes';
import {
  amongNodes,
  documentsOfClients,
  inLevels,
  isOneOf,
  nodesWithin,
  withinScope,
  type Condition,
  type LevelReach,
} from '../scope-condition';
import type { Parameter } from '../sql';
import {
  boundsOf,
  codesWithAny,
  hasAny,
  markOf,
  NOT_BACKWARDS,
  NOT_SKIPPING,
  ofDocuments,
  valueOf,
  valuesInOrder,
  type Bounds,
} from './search-terms';

/** Engines join about sixty tables at most. */
export const MOST_JOINS = 20;

/** What is read first, and everything else is looked up for: the documents in their order, or those with a value of this group. */
export type Driver = 'documents' | number;

/** Values alone, of whole units: deleted documents have other field codes, and a field belongs to one client. */
export function isOfValues({ reaches }: Scope, { fields, status, nodeCodes: _nodeCodes, ...others }: SearchConditions): boolean {
  return (
    reaches.length === 1 &&
    reaches.every(({ parts }) => parts.every(({ unitIds }) => unitIds === 'all')) &&
    (status === undefined || status === 'deleted') &&
    Object.values(others).every((other) => other === undefined) &&
    fields.length > 0 &&
    fields.length <= MOST_JOINS &&
    fields.every((group) => group.length === 1)
  );
}

/** The documents that meet all conditions, as FROM and WHERE. Written statements: parts of the search. */
export class SearchSql {
  private hint = '';
  private readonly tables: string[] = [];
  private readonly tableParameters: Parameter[] = [];
  private readonly wheres: string[] = [];
  private readonly whereParameters: Parameter[] = [];

  /** As the engine thinks best: by values alone where these suffice. */
  static free(scope: Scope, conditions: SearchConditions, levels?: readonly LevelReach[]): SearchSql {
    if (isOfValues(scope, conditions)) return new SearchSql('v0.document_code').meetingValues(scope, conditions, levels);
    const search = new SearchSql('d.code').begin(`document d ${NOT_BACKWARDS}`).within(scope, conditions, levels);
    search.hint = NOT_SKIPPING;
    conditions.fields.forEach((group, index) => search.meetGroup(group, index));
    return search;
  }

  /**
   * One after the other as the driver has them.
   * @param levels if given, in the order of each level
   */
  static along(driver: Driver, scope: Scope, conditions: SearchConditions, levels?: readonly LevelReach[]): SearchSql {
    if (driver === 'documents') return SearchSql.alongDocuments(scope, conditions, markOf(conditions, levels !== undefined).index, levels);
    const nodes = levels?.map(({ nodeCode }) => nodeCode) ?? nodesWithin(scope, conditions.nodeCodes);
    const search = SearchSql.alongValues(conditions.fields[driver] ?? [], driver, nodes, levels !== undefined);
    if (!isOfValues(scope, conditions)) {
      search.join('CROSS JOIN document d', `ON d.code = ${search.code}`);
      search.within(scope, conditions, levels);
    }
    return search.checkOthers(conditions, driver);
  }

  /** The same documents, found by their own conditions. */
  static alongDocuments(scope: Scope, conditions: SearchConditions, index = NOT_BACKWARDS, levels?: readonly LevelReach[]): SearchSql {
    const search = new SearchSql('d.code').begin(`document d ${index}`).within(scope, conditions, levels);
    search.hint = `${index === NOT_BACKWARDS ? NOT_SKIPPING : ''} /*! STRAIGHT_JOIN */`;
    return search.checkOthers(conditions, 'documents');
  }

  /** All of the client, or of a level, that the driver has in this order, whatever else is asked. */
  static all(driver: Driver, scope: Scope, conditions: SearchConditions, levels?: readonly LevelReach[]): SearchSql {
    const nodes = levels?.map(({ nodeCode }) => nodeCode) ?? 'all';
    if (driver !== 'documents') return SearchSql.alongValues(conditions.fields[driver] ?? [], driver, nodes, levels !== undefined);
    const mark = markOf(conditions, levels !== undefined);
    const place = levels ? inLevels(levels, 'd') : documentsOfClients(scope, 'd');
    return new SearchSql('d.code').begin(`document d ${mark.index}`).where(place).where(mark);
  }

  /** The newest code of each level that has the mark of these conditions: one index lookup each. */
  static newestOfEach(conditions: SearchConditions, levels: readonly LevelReach[], below?: number): Condition {
    const [{ index, sql, parameters }, within] = [markOf(conditions, true), boundsOf({ below }, 'd.code')];
    const one = `SELECT MAX(d.code) AS newest FROM document d ${index} WHERE d.client_id = ? AND d.node_code = ? AND ${sql} ${within.sql}`;
    return {
      sql: levels.map(() => one).join(' UNION ALL '),
      parameters: levels.flatMap(({ clientId, nodeCode }) => [idBytes(clientId), nodeCode, ...parameters, ...within.parameters]),
    };
  }

  /** At most `most` of those that a driver would read. */
  static some(driver: Driver, scope: Scope, conditions: SearchConditions, most: number, levels?: readonly LevelReach[]): Condition {
    if (driver === 'documents') {
      const search = new SearchSql('d.code').begin('document d').within(scope, conditions, levels);
      return { sql: `SELECT 1 ${search.from} LIMIT ?`, parameters: [...search.parameters, most] };
    }
    const codes = codesWithAny(conditions.fields[driver] ?? [], levels?.map(({ nodeCode }) => nodeCode), 'UNION ALL'); // prettier-ignore
    return { sql: `${codes.sql} LIMIT ?`, parameters: [...codes.parameters, most] };
  }

  private static alongValues(group: readonly FieldCriterion[], driver: number, nodes: readonly number[] | 'all', isByLevel: boolean) {
    const alias = `v${driver}`;
    const search = new SearchSql(`${alias}.document_code`);
    search.hint = '/*! STRAIGHT_JOIN */';
    const [value, ...alternatives] = group;
    if (!value || alternatives.length > 0) {
      const codes = value ? codesWithAny(group, nodes === 'all' ? undefined : nodes, 'UNION') : NONE;
      return search.begin(`(${codes.sql}) ${alias}`, codes.parameters).where({ sql: '1 = 1', parameters: [] });
    }
    search.begin(`document_value ${alias} ${valuesInOrder(isByLevel)}`).where(valueOf(value, alias));
    return nodes === 'all'
      ? search
      : search.where(isByLevel ? oneOf(`${alias}.node_code`, nodes) : amongNodes(`${alias}.node_code`, nodes));
  }

  /** @param code the column that tells the document, and orders */
  private constructor(readonly code: string) {}

  get from(): string {
    return `FROM ${this.tables.join(' ')} WHERE ${this.wheres.join(' AND ')}`;
  }

  get parameters(): Parameter[] {
    return [...this.tableParameters, ...this.whereParameters];
  }

  /** The newest codes within the bounds. */
  newest(bounds: Bounds, limit: number, offset = 0): Condition {
    return this.select(bounds, `ORDER BY ${this.code} DESC LIMIT ? OFFSET ?`, [limit, offset]);
  }

  /** Any within the bounds. */
  any(bounds: Bounds, most: number): Condition {
    return this.select(bounds, 'LIMIT ?', [most]);
  }

  count(bounds: Bounds = {}): Condition {
    const within = boundsOf(bounds, this.code);
    return { sql: `SELECT COUNT(*) AS total ${this.from} ${within.sql}`, parameters: [...this.parameters, ...within.parameters] };
  }

  /** Equal for the same search with the same rights. */
  get id(): string {
    return createHash('sha256')
      .update(JSON.stringify([this.from, this.parameters]))
      .digest('base64');
  }

  private select(bounds: Bounds, end: string, limits: readonly number[]): Condition {
    const within = boundsOf(bounds, this.code);
    return {
      sql: `SELECT ${this.hint} ${this.code} AS code ${this.from} ${within.sql} ${end}`,
      parameters: [...this.parameters, ...within.parameters, ...limits],
    };
  }

  private begin(table: string, parameters: readonly Parameter[] = []): this {
    return this.join(table, '', parameters);
  }

  private join(table: string, condition: string, parameters: readonly Parameter[] = []): this {
    this.tables.push(`${table} ${condition}`);
    this.tableParameters.push(...parameters);
    return this;
  }

  private where({ sql, parameters }: Condition): this {
    this.wheres.push(sql);
    this.whereParameters.push(...parameters);
    return this;
  }

  private within(scope: Scope, { nodeCodes, ...others }: SearchConditions, levels?: readonly LevelReach[]): this {
    if (levels) return this.where(inLevels(levels, 'd')).where(ofDocuments(scope, others));
    return this.where(withinScope(scope, 'd')).where(ofDocuments(scope, { nodeCodes, ...others }));
  }

  /** The values in any order, each by the index that has them in the order of documents. */
  private meetingValues(scope: Scope, { fields, nodeCodes }: SearchConditions, levels?: readonly LevelReach[]): this {
    const index = valuesInOrder(levels !== undefined);
    const nodes = levels?.map(({ nodeCode }) => nodeCode) ?? nodesWithin(scope, nodeCodes);
    fields.forEach(([value], position) => {
      const [alias, matches] = [`v${position}`, valueOf(value as FieldCriterion, `v${position}`)];
      const inNodes = levels && oneOf(`${alias}.node_code`, nodes as readonly number[]);
      const all = inNodes
        ? { sql: `${matches.sql} AND ${inNodes.sql}`, parameters: [...matches.parameters, ...inNodes.parameters] }
        : matches;
      if (position === 0) this.begin(`document_value ${alias} ${index}`).where(all);
      else
        this.join(`JOIN document_value ${alias} ${index}`, `ON ${alias}.document_code = v0.document_code AND ${all.sql}`, all.parameters);
    });
    return levels || nodes === 'all' ? this : this.where(amongNodes('v0.node_code', nodes));
  }

  /** The values may be read first. */
  private meetGroup(group: CriteriaGroup, index: number): void {
    if (group.length < 2 || index >= MOST_JOINS) return this.checkGroup(group, index, 'JOIN');
    const codes = codesWithAny(group, undefined, 'UNION');
    this.join(`JOIN (${codes.sql}) v${index}`, `ON v${index}.document_code = ${this.code}`, codes.parameters);
  }

  private checkOthers({ fields }: SearchConditions, driver: Driver): this {
    fields.forEach((group, index) => index === driver || this.checkGroup(group, index, 'CROSS JOIN'));
    return this;
  }

  /** A document has at most one value per field, so joins do not multiply documents. */
  private checkGroup(group: CriteriaGroup, index: number, join: 'JOIN' | 'CROSS JOIN'): void {
    const [value, ...alternatives] = group;
    if (!value) this.where(NOTHING);
    else if (alternatives.length > 0 || index >= MOST_JOINS) this.where(hasAny(group, this.code));
    else {
      const matches = valueOf(value, `v${index}`);
      this.join(`${join} document_value v${index}`, `ON v${index}.document_code = ${this.code} AND ${matches.sql}`, matches.parameters);
    }
  }
}

const NOTHING: Condition = { sql: '1 = 0', parameters: [] };
const NONE: Condition = { sql: 'SELECT v.document_code FROM document_value v WHERE 1 = 0', parameters: [] };
const oneOf = (column: string, values: readonly number[]): Condition => ({ sql: isOneOf(column, values), parameters: [...values] });
