import type { SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import type { CriteriaGroup, FieldCriterion } from '#domain/documents/criteria';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import type { Criterion } from '#domain/documents/field-value';
import { grouped } from '../batches';
import { bytesIn, idBytes } from '../id-bytes';
import { isOneOf, ofClients, type Condition } from '../scope-condition';
import { places, type Parameter } from '../sql';
import { prefixBounds, valueKey } from '../value-key';

/** Written statements: parts of the search. MySQL would skip through a whole index. */
export const NOT_SKIPPING = '/*+ NO_SKIP_SCAN(d) */';
/** MySQL and MariaDB would read the documents of all clients backwards until enough are found. SQLite reads it as a comment. */
export const NOT_BACKWARDS = '/*! IGNORE INDEX FOR ORDER BY (PRIMARY) */';
const VALUES_IN_ORDER = 'ix_document_value_field_code_value_key_document_code_node_co';
const LEVEL_VALUES_IN_ORDER = 'ix_document_value_field_code_node_code_value_key_document_co';
/** SQLite reads it as a comment. */
export const forced = (index: string) => `/*! FORCE INDEX (${index}) */`;
/** Of the two indexes of values the one that is ordered by key and document, of the client or of each level. */
export const valuesInOrder = (isByLevel: boolean) => forced(isByLevel ? LEVEL_VALUES_IN_ORDER : VALUES_IN_ORDER);

/** Documents in the order of their codes, of the client or of each level: those of a user, with a status, or all that are not deleted. */
export function markOf({ status, createdBy }: SearchConditions, isByLevel: boolean): Condition & { index: string } {
  const rest = isByLevel ? 'code_unit_id' : 'code_node_code_unit_id';
  const by = (column: string, end = rest) => forced(`ix_document_client_id_${isByLevel ? 'node_code_' : ''}${column}_${end}`);
  const ofUser = isByLevel ? rest : 'code';
  if (createdBy) return { index: by('created_by', ofUser), sql: 'd.created_by = ?', parameters: [idBytes(createdBy)] };
  if (status) return { index: by('status'), sql: 'd.status = ?', parameters: [DOCUMENT_STATUS[status]] };
  return { index: by('deleted_at'), sql: 'd.deleted_at IS NULL', parameters: [] };
}

const bytesOf = (id: string | undefined) => (id === undefined ? null : idBytes(id));

/** Conditions on the documents themselves. */
export function ofDocuments(scope: Scope, c: SearchConditions): Condition {
  const parts: [string, readonly Parameter[]][] = [c.status ? ['d.status = ?', [DOCUMENT_STATUS[c.status]]] : ['d.deleted_at IS NULL', []]];
  const add = (isAsked: boolean, sql: string, ...parameters: Parameter[]) => isAsked && parts.push([sql, parameters]);
  add(c.unitId !== undefined, 'd.unit_id = ?', bytesOf(c.unitId));
  add(c.unitCnpj !== undefined, `d.unit_id IN (SELECT ${bytesIn('u.id')} FROM service_unit u WHERE u.cnpj = ?)`, c.unitCnpj ?? null);
  add(c.documentCode !== undefined, 'd.code = ?', c.documentCode ?? null);
  add(c.createdFrom !== undefined, 'd.created_at >= ?', c.createdFrom?.getTime() ?? null);
  add(c.createdUntil !== undefined, 'd.created_at <= ?', c.createdUntil?.getTime() ?? null);
  add(c.dueDay !== undefined, 'd.due_day = ?', c.dueDay ?? null);
  add(c.createdBy !== undefined, 'd.created_by = ?', bytesOf(c.createdBy));
  add(c.externalKey !== undefined, 'd.external_key = ?', c.externalKey ?? null);
  add(c.boxIds !== undefined, `d.box_id IN (${places(c.boxIds ?? [])})`, ...(c.boxIds ?? []));
  const boxes = ofClients(scope, 'b');
  const ofType = `d.box_id IN (SELECT b.id FROM box b WHERE ${boxes.sql} AND b.type_id = ?)`;
  add(c.boxTypeId !== undefined, ofType, ...boxes.parameters, c.boxTypeId ?? null);
  add(c.nodeCodes !== undefined, `d.node_code IN (${places(c.nodeCodes ?? [])})`, ...(c.nodeCodes ?? []));
  return { sql: parts.map(([sql]) => sql).join(' AND '), parameters: parts.flatMap(([, parameters]) => parameters) };
}

/** A value of a field, in the table of that alias. */
export const valueOf = ({ fieldCode, criterion }: FieldCriterion, alias: string): Condition => valueOfAny([fieldCode], criterion, alias);

function valueOfAny(fieldCodes: readonly number[], criterion: Criterion, alias: string): Condition {
  const matches = keysOf(criterion, alias);
  return { sql: `${isOneOf(`${alias}.field_code`, fieldCodes)} AND ${matches.sql}`, parameters: [...fieldCodes, ...matches.parameters] };
}

/**
 * The values of a group: fields of which the same is asked together, as hundreds of levels may have a field of that name, and SQLite takes
 * no more than 500 parts of a union.
 */
function valuesOf(group: CriteriaGroup, alias: string): Condition[] {
  const ofCriterion = grouped(group, ({ criterion }) => JSON.stringify(criterion));
  const firsts = group.filter((each) => ofCriterion(JSON.stringify(each.criterion))[0] === each);
  return firsts.map(({ criterion }) => {
    const alike = ofCriterion(JSON.stringify(criterion));
    return valueOfAny(alike.map(({ fieldCode }) => fieldCode), criterion, alias); // prettier-ignore
  });
}

function keysOf(criterion: Criterion, alias: string): Condition {
  return 'exact' in criterion
    ? { sql: `${alias}.value_key = ?`, parameters: [valueKey(criterion.exact)] }
    : { sql: `${alias}.value_key BETWEEN ? AND ?`, parameters: prefixBounds(criterion.prefix) };
}

/**
 * Any of the values; a document with several of them comes several times. Of several, each has levels of its own: these are not repeated for
 * every one.
 */
export function codesWithAny(group: CriteriaGroup, nodes: readonly number[] | undefined, union: 'UNION' | 'UNION ALL'): Condition {
  const nodeCodes = group.length === 1 ? nodes : undefined;
  const among = nodeCodes ? ` AND ${isOneOf('v.node_code', nodeCodes)}` : '';
  const parts = valuesOf(group, 'v');
  // A document may have values of several of these fields.
  const distinct = union === 'UNION' && group.length > 1 ? 'DISTINCT' : '';
  return {
    sql: parts
      .map(
        ({ sql }) =>
          `SELECT ${distinct} v.document_code FROM document_value v ${valuesInOrder(nodeCodes !== undefined)} WHERE ${sql}${among}`,
      )
      .join(` ${union} `),
    parameters: parts.flatMap(({ parameters }) => [...parameters, ...(nodeCodes ?? [])]),
  };
}

/** Whether a document has any of the values. Counted: SQLite 3.53 makes a join of EXISTS, and with OR finds a document more than once. */
export function hasAny(group: CriteriaGroup, code: string): Condition {
  const parts = valuesOf(group, 'w');
  return {
    sql: `(SELECT COUNT(*) FROM document_value w WHERE w.document_code = ${code} AND (${parts.map(({ sql }) => `(${sql})`).join(' OR ')})) > 0`,
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}

/** A range of document codes; the end is exclusive. */
export interface Bounds {
  from?: number;
  below?: number;
}

export function boundsOf({ from, below }: Bounds, column: string): Condition {
  return {
    sql: `${from === undefined ? '' : `AND ${column} >= ?`} ${below === undefined ? '' : `AND ${column} < ?`}`,
    parameters: [from, below].filter((code) => code !== undefined),
  };
}
