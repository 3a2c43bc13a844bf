import { createHash } from 'node:crypto';
import type { SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import type { FieldCriterion } from '#domain/documents/criteria';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import type { Criterion } from '#domain/documents/field-value';
import { levelsWithin, ofClients, withinScope, type Condition } from '../scope-condition';
import { places, type Parameter } from '../sql';
import { prefixBounds, valueKey } from '../value-key';

/** Engines join some sixty tables at most, and a list field takes two. */
const MOST_JOINS = 20;

interface Fragment {
  sql: string;
  parameters: Parameter[];
}

/** From and where of the documents that meet all conditions; each indexer value is one more look into an index. */
export class SearchSql {
  private readonly joins: string[] = [];
  private readonly joinParameters: Parameter[] = [];
  private readonly wheres: string[] = [];
  private readonly whereParameters: Parameter[] = [];

  static of(scope: Scope, conditions: SearchConditions): SearchSql {
    return new SearchSql(withinScope(scope, 'd'), conditions);
  }

  /** The same as several searches whose answers, one for each level, have no document in common; null where levels are many. */
  static byLevel(scope: Scope, conditions: SearchConditions): SearchSql[] | null {
    const { nodeCodes, ...others } = conditions;
    const levels = levelsWithin(scope, 'd', nodeCodes);
    return levels && levels.map((level) => new SearchSql(level, others));
  }

  /** Of the newest documents with the one value that is asked for, those that meet all other conditions. */
  static amongNewest(scope: Scope, conditions: SearchConditions, value: FieldCriterion, most: number): SearchSql {
    const search = new SearchSql(withinScope(scope, 'd'), { ...conditions, fields: [] });
    const { sql, parameters } = codesWith(value);
    search.joins.push(`JOIN (${sql} ORDER BY v.document_code DESC LIMIT ?) w ON w.document_code = d.code`);
    search.joinParameters.push(...parameters, most);
    return search;
  }

  /** How many documents have the value of a field of their own; no more than `most` are counted. */
  static countUpTo(scope: Scope, { fieldCode, criterion }: FieldCriterion, most: number): Fragment {
    const [own, matches] = [ofClients(scope, 'f'), matching(criterion, 'v')];
    return {
      sql: `SELECT COUNT(*) AS total FROM (SELECT v.document_code FROM field f JOIN document_value v ON v.field_code = f.code AND ${matches.sql}
            WHERE f.code = ? AND ${own.sql} LIMIT ?) w`,
      parameters: [...matches.parameters, fieldCode, ...own.parameters, most],
    };
  }

  private constructor(within: Condition, conditions: SearchConditions) {
    this.where(within.sql, ...within.parameters);
    this.documentConditions(conditions);
    conditions.fields.forEach((alternatives, index) => this.fieldCondition(alternatives, index));
  }

  get from(): string {
    return `FROM document d ${this.joins.join(' ')} WHERE ${this.wheres.join(' AND ')}`;
  }

  /** The same for the same search by the same rights. */
  get id(): string {
    return createHash('sha256')
      .update(JSON.stringify([this.from, this.parameters]))
      .digest('base64');
  }

  get parameters(): Parameter[] {
    return [...this.joinParameters, ...this.whereParameters];
  }

  private documentConditions(c: SearchConditions): void {
    if (c.status) this.where('d.status = ?', DOCUMENT_STATUS[c.status]);
    else this.where('d.deleted_at IS NULL');
    if (c.nodeCodes) this.where(`d.node_code IN (${places(c.nodeCodes)})`, ...c.nodeCodes);
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
    const sources = alternatives.map((alternative) => codesWith(alternative));
    const union = sources.map(({ sql }) => sql).join(' UNION ');
    const parameters = sources.flatMap((source) => source.parameters);
    if (index >= MOST_JOINS) return this.where(`d.code IN (${union})`, ...parameters);
    this.joins.push(`JOIN (${union}) f${index} ON f${index}.document_code = d.code`);
    this.joinParameters.push(...parameters);
  }

  /** A document has one value of a field and one row of a list, so a join multiplies nothing. */
  private join({ fieldCode, ofList, criterion }: FieldCriterion, index: number): void {
    const value = `v${index}`;
    const matches = matching(criterion, value);
    if (ofList) {
      this.joins.push(`JOIN document_list_row l${index} ON l${index}.document_code = d.code`);
      this.joins.push(
        `JOIN list_row_value ${value} ON ${value}.row_code = l${index}.row_code AND ${value}.field_code = ? AND ${matches.sql}`,
      );
    } else {
      this.joins.push(`JOIN document_value ${value} ON ${value}.document_code = d.code AND ${value}.field_code = ? AND ${matches.sql}`);
    }
    this.joinParameters.push(fieldCode, ...matches.parameters);
  }

  private where(sql: string, ...parameters: Parameter[]): void {
    this.wheres.push(sql);
    this.whereParameters.push(...parameters);
  }
}

function matching(criterion: Criterion, alias: string): Fragment {
  if ('exact' in criterion) return { sql: `${alias}.value_key = ?`, parameters: [valueKey(criterion.exact)] };
  return { sql: `${alias}.value_key BETWEEN ? AND ?`, parameters: prefixBounds(criterion.prefix) };
}

function codesWith({ fieldCode, ofList, criterion }: FieldCriterion): Fragment {
  const matches = matching(criterion, 'v');
  const source = ofList
    ? 'SELECT l.document_code FROM list_row_value v JOIN document_list_row l ON l.row_code = v.row_code'
    : 'SELECT v.document_code FROM document_value v';
  return { sql: `${source} WHERE v.field_code = ? AND ${matches.sql}`, parameters: [fieldCode, ...matches.parameters] };
}
