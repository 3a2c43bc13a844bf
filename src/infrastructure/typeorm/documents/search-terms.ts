import type { SearchConditions } from '#application/ports/document-search';
import type { FieldCriterion } from '#domain/documents/criteria';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import type { Criterion } from '#domain/documents/field-value';
import { isOneOf, type Condition } from '../scope-condition';
import { prefixBounds, valueKey } from '../value-key';

/** Written statements: parts of the search, with hints for the engines' planners. */
export const IN_ORDER = '/*+ NO_ORDER_INDEX(d PRIMARY) NO_SKIP_SCAN(d) */';
/** Forced because MySQL sometimes sorts the whole index of the levels instead. */
export const IN_CLIENT_ORDER = 'ix_document_client_id_deleted_at_code_node_code_unit_id';
export const VALUES_IN_ORDER = 'ix_document_value_field_code_value_key_document_code_node_co';
export const LEVEL_VALUES_IN_ORDER = 'ix_document_value_field_code_node_code_value_key_document_co';
/** Avoids that MySQL and MariaDB weigh a dozen indexes for each of many levels; SQLite reads it as a comment. */
export const forced = (index: string) => `/*! FORCE INDEX (${index}) */`;

/** Level indexes are ordered by document: for a user, for a status, and for all that are not deleted. */
export function markOf({ status, createdBy }: SearchConditions): Condition & { index: string } {
  const indexBy = (column: string) => forced(`ix_document_client_id_node_code_${column}_code_unit_id`);
  if (createdBy) return { index: indexBy('created_by'), sql: 'd.created_by = ?', parameters: [createdBy] };
  if (status) return { index: indexBy('status'), sql: 'd.status = ?', parameters: [DOCUMENT_STATUS[status]] };
  return { index: indexBy('deleted_at'), sql: 'd.deleted_at IS NULL', parameters: [] };
}

/** @param nodeCodes limits the values by their own level column, so that they are found in document order */
export function matching(criterion: Criterion, alias: string, nodeCodes: readonly number[] = []): Condition {
  const [keys, parameters] =
    'exact' in criterion ? ['= ?', [valueKey(criterion.exact)]] : ['BETWEEN ? AND ?', prefixBounds(criterion.prefix)];
  const ofLevels = nodeCodes.length === 0 ? '' : ` AND ${isOneOf(`${alias}.node_code`, nodeCodes)}`;
  return { sql: `${alias}.value_key ${keys}${ofLevels}`, parameters: [...parameters, ...nodeCodes] };
}

export function codesWith({ fieldCode, ofList, criterion }: FieldCriterion, nodeCodes?: readonly number[]): Condition {
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

export function boundsOf({ from, below }: Bounds, column = 'd.code'): Condition {
  return {
    sql: `${from === undefined ? '' : `AND ${column} >= ?`} ${below === undefined ? '' : `AND ${column} < ?`}`,
    parameters: [from, below].filter((code) => code !== undefined),
  };
}
