import type { FieldCriterion, SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import type { Criterion } from '#domain/documents/field-value';
import { withinScope } from '../scope-condition';
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

  constructor(scope: Scope, conditions: SearchConditions) {
    const within = withinScope(scope, 'd');
    this.where(within.sql, ...within.parameters);
    this.documentConditions(conditions);
    this.boxConditions(conditions);
    conditions.fields.forEach((alternatives, index) => this.fieldCondition(alternatives, index));
  }

  get from(): string {
    return `FROM document d ${this.joins.join(' ')} WHERE ${this.wheres.join(' AND ')}`;
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
  }

  private boxConditions(c: SearchConditions): void {
    if (c.boxCode === undefined && c.boxTypeId === undefined) return;
    this.joins.push('JOIN box b ON b.id = d.box_id AND b.client_id = d.client_id');
    if (c.boxCode !== undefined) this.where('b.code = ?', c.boxCode);
    if (c.boxTypeId !== undefined) this.where('b.type_id = ?', c.boxTypeId);
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
