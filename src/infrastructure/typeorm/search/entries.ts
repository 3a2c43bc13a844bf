import type { Position } from '#application/ports/document-search';
import type { Member, Scalar, States, Test } from '#domain/documents/filter';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import { indexName } from '../entities/table';
import { idBytes, idsBytes } from '../id-bytes';
import type { Condition, LevelReach } from '../scope-condition';
import type { Parameter } from '../sql';
import { allOf, condition, oneOf, testIn } from './conditions';

/** SQLite reads it as a comment. */
export const forced = (index: string) => `/*! FORCE INDEX (${index}) */`;
const VALUES = forced(indexName('document_value', ['clientId', 'fieldCode', 'valueKey', 'documentCode', 'nodeCode']));
const LEVEL_VALUES = forced(indexName('document_value', ['clientId', 'fieldCode', 'nodeCode', 'valueKey', 'documentCode']));
/** Of the two indexes of values the one that is ordered by key and document, of the client or of each level. */
export const valuesInOrder = (isByLevel: boolean) => (isByLevel ? LEVEL_VALUES : VALUES);

/** Members that an index has in their order, with the documents of each value in that of their codes. */
export const INDEXES: Partial<Record<Member, string>> = {
  code: forced('PRIMARY'),
  created: forced('ix_document_client_id_created_at_code_deleted_at_node_code_u'),
  due: forced('ix_document_client_id_due_day_code'),
  status: forced('ix_document_client_id_status_code_node_code_unit_id'),
  creator: forced('ix_document_client_id_created_by_code'),
  box: forced('ix_document_client_id_box_id_code'),
  externalKey: forced('ix_document_external_key_client_id'),
};
const LEVEL_INDEXES: Partial<Record<Member, string>> = {
  status: forced('ix_document_client_id_node_code_status_code_unit_id'),
  creator: forced('ix_document_client_id_node_code_created_by_code_unit_id'),
};
const NEWEST = forced('ix_document_client_id_deleted_at_code_node_code_unit_id');
export const BY_LEVEL = forced('ix_document_client_id_node_code_deleted_at_code_unit_id');

/** Entries of an index, in the order of a column and then of their codes. Raw SQL: parts of the search. */
export interface Entries {
  table: string;
  code: string;
  /** The column that orders; null: the code alone does. */
  key: string | null;
  node: string;
  /** The field whose value it is. */
  field: string;
  /** When the document was deleted, where the index has both kinds. */
  deletedAt: string;
  where: Condition;
}

export const OF_DOCUMENT = {
  code: 'document.code',
  key: null,
  node: 'document.node_code',
  field: '0',
  deletedAt: 'document.deleted_at',
} as const;
export const OF_VALUE = { code: 'value.document_code', key: 'value.value_key', node: 'value.node_code', field: 'value.field_code', deletedAt: 'NULL' } as const; // prettier-ignore

/** Where a statement looks: in one client, or in one level of it. */
export type Place = string | LevelReach;

function documentsAt(place: Place): Condition {
  if (typeof place === 'string') return condition('document.client_id = ?', ...idsBytes([place]));
  return condition('document.client_id = ? AND document.node_code = ?', ...idsBytes([place.clientId]), place.nodeCode);
}

/** The values of a field, as far as they meet the tests. */
export function valuesOf(fieldCode: number, tests: readonly Test[], place: Place): Entries {
  const isOfLevel = typeof place !== 'string';
  const at = isOfLevel
    ? condition('value.client_id = ? AND value.field_code = ? AND value.node_code = ?', idBytes(place.clientId), fieldCode, place.nodeCode)
    : condition('value.client_id = ? AND value.field_code = ?', idBytes(place), fieldCode);
  const where = allOf([at, ...tests.map((test) => testIn(test, 'value.value_key'))]);
  return { ...OF_VALUE, table: `document_value value ${valuesInOrder(isOfLevel)}`, where };
}

/** The documents with one value of a field, in the order of their codes. */
export const equalValues = (fieldCode: number, key: Scalar, place: Place): Entries => ({ ...valuesOf(fieldCode, [{ among: [key] }], place), key: null }); // prettier-ignore

/** Columns that an index continues with the code, so that documents with an equal value lie in the order of their codes. */
const EQUAL: Partial<Record<Member, string>> = { code: 'document.code', externalKey: 'document.external_key', box: 'document.box_id', due: 'document.due_day', creator: 'document.created_by', status: 'document.status' }; // prettier-ignore

/** The documents with one value of a member, in the order of their codes; null: no index has them so. */
export function equalMembers(member: Member, value: Parameter, place: Place): Entries | null {
  const index = (typeof place === 'string' ? INDEXES : LEVEL_INDEXES)[member];
  const column = EQUAL[member];
  if (!index || !column) return null;
  return { ...OF_DOCUMENT, table: `document ${index}`, where: allOf([documentsAt(place), oneOf(column, [value])]) };
}

/** All documents in the order of their codes. */
export function documentsOf(states: States, place: Place): Entries[] {
  const isOfLevel = typeof place !== 'string';
  const of = (index: string, sql: string, ...parameters: Parameter[]): Entries => {
    const where = allOf([documentsAt(place), condition(sql, ...parameters)]);
    return { ...OF_DOCUMENT, table: `document ${index}`, where };
  };
  const deleted = of((isOfLevel ? LEVEL_INDEXES : INDEXES).status ?? '', 'document.status = ?', DOCUMENT_STATUS.deleted);
  const live = of(isOfLevel ? BY_LEVEL : NEWEST, 'document.deleted_at IS NULL');
  return states === 'both' ? [live, deleted] : [states === 'live' ? live : deleted];
}

/** The documents of a client by a moment or day, as far as it meets the tests, deleted ones too. */
export function datesOf(by: 'created' | 'due', tests: readonly Test[], clientId: string): Entries {
  const key = by === 'created' ? 'document.created_at' : 'document.due_day';
  const where = allOf([documentsAt(clientId), condition(`${key} IS NOT NULL`), ...tests.map((test) => testIn(test, key))]);
  return { ...OF_DOCUMENT, table: `document ${INDEXES[by]}`, key, where };
}

/** The documents of a client without a due day, deleted ones too. */
export const undatedOf = (clientId: string): Entries => ({ ...OF_DOCUMENT, table: `document ${INDEXES.due}`, where: allOf([documentsAt(clientId), condition('document.due_day IS NULL')]) }); // prettier-ignore

/** Entries that are read together, in one direction. */
export interface Run {
  entries: readonly Entries[];
  isKeyed: boolean;
  descending: boolean;
}

export const wayOf = ({ descending }: Run) => (descending ? (['<', 'DESC'] as const) : (['>', 'ASC'] as const));
export const orderBy = (alias: string, run: Run) => `ORDER BY ${alias}.sort_key ${wayOf(run)[1]}, ${alias}.code ${wayOf(run)[1]}`;

/**
 * The next entries behind the position, of each index. A position within equal keys makes two branches: with `key < ? OR code < ?` all entries with that
 * key would be read.
 */
function branchesOf(run: Run, after: Position | null, ofEach: number): [Condition, ...Condition[]] {
  const [sign, way] = wayOf(run);
  const branches = run.entries.flatMap(({ table, code, key, node, field, deletedAt, where }) => {
    const branch = (more: Condition[]): Condition => {
      const { sql, parameters } = allOf([where, ...more]);
      const order = `ORDER BY ${key === null ? '' : `${key} ${way}, `}${code} ${way}`;
      const columns = `${key ?? '0'} AS sort_key, ${code} AS code, ${node} AS node, ${field} AS field, ${deletedAt} AS deleted_at`;
      return condition(`SELECT ${columns} FROM ${table} WHERE ${sql} ${order} LIMIT ?`, ...parameters, ofEach);
    };
    if (after === null) return [branch([])];
    if (!run.isKeyed || key === null) return [branch([condition(`${code} ${sign} ?`, after.code)])];
    return [
      branch([condition(`${key} = ?`, after.key), condition(`${code} ${sign} ?`, after.code)]),
      branch([condition(`${key} ${sign} ?`, after.key)]),
    ];
  });
  return branches as [Condition, ...Condition[]];
}

/**
 * The next entries behind the position, merged. Of two fields with one value in one document the first counts: a block may end between them.
 * `sort_key` is the key of the order, `branch` a number, and `is_last` marks the last entry that was read of a branch.
 */
export function nextEntries(run: Run, after: Position | null, size: number): Condition {
  const [only, ...others] = branchesOf(run, after, size);
  if (others.length === 0) return only;
  const union = [only, ...others].map(({ sql }, index) => `SELECT branch${index}.* FROM (${sql}) branch${index}`).join(' UNION ALL ');
  const parameters = [only, ...others].flatMap((branch) => branch.parameters);
  return condition(`SELECT merged.* FROM (${union}) merged ${orderBy('merged', run)}, ABS(merged.field) LIMIT ?`, ...parameters, size);
}

/** So many next entries of each index; `is_last` marks where one of them ends before its index does. */
export function nextOfEach(run: Run, after: Position | null, ofEach: number): Condition {
  const branches = branchesOf(run, after, ofEach);
  const union = branches
    .map(({ sql }, index) => `SELECT branch${index}.*, ${index} AS branch FROM (${sql}) branch${index}`)
    .join(' UNION ALL ');
  const isLast = `CASE WHEN ROW_NUMBER() OVER (PARTITION BY merged.branch ${orderBy('merged', run)}) = ? THEN 1 ELSE 0 END AS is_last`;
  return condition(`SELECT merged.*, ${isLast} FROM (${union}) merged`, ofEach, ...branches.flatMap(({ parameters }) => parameters));
}
