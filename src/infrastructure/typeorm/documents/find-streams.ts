import type { Position } from '#application/ports/document-finder';
import type { Filter, States, Test } from '#domain/documents/filter';
import { idBytes } from '../id-bytes';
import type { Condition } from '../scope-condition';
import { allOf, testIn } from './find-tests';
import { forced, markOf, valuesInOrder } from './search-terms';

/**
 * An index that has documents in the order that is asked for: of the client, or of one level. Written statements: parts of the typed search
 * (ADR 0039).
 */
export interface Stream {
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

/** Streams that are read together, in one direction. */
export interface Phase {
  streams: readonly Stream[];
  isKeyed: boolean;
  descending: boolean;
  /** What makes a document stand here. */
  checks: readonly Condition[];
  /** The conditions of the filter that the streams do not meet by themselves. */
  conjuncts: readonly Filter[];
  /** The same order of one level. */
  ofLevel?: (nodeCode: number) => readonly Stream[];
}

/** The values of a field, as far as they meet the tests. */
export function valueStream(fieldCode: number, tests: readonly Test[], nodeCode: number | null): Stream {
  const isOfLevel = nodeCode !== null;
  const place = isOfLevel
    ? { sql: 'v.field_code = ? AND v.node_code = ?', parameters: [fieldCode, nodeCode] }
    : { sql: 'v.field_code = ?', parameters: [fieldCode] };
  return {
    table: `document_value v ${valuesInOrder(isOfLevel)}`,
    code: 'v.document_code',
    key: 'v.value_key',
    node: 'v.node_code',
    field: 'v.field_code',
    deletedAt: 'NULL',
    where: allOf([place, ...tests.map((test) => testIn(test, 'v.value_key'))]),
  };
}

const OF_DOCUMENT = { code: 'd.code', node: 'd.node_code', field: '0', deletedAt: 'd.deleted_at' } as const;

export const INDEX = {
  created_at: forced('ix_document_client_id_created_at_code_deleted_at_node_code_unit_id'.slice(0, 60)),
  due_day: forced('ix_document_client_id_due_day_code'),
} as const;

/** The documents of the client by their codes, or of a level. */
export function codeStreams(clientId: string, states: States, nodeCode: number | null): Stream[] {
  const isOfLevel = nodeCode !== null;
  const marks = states === 'both' ? (['live', 'deleted'] as const) : [states];
  return marks.map((mark): Stream => {
    const { index, sql, parameters } = markOf(mark === 'deleted' ? { fields: [], status: 'deleted' } : { fields: [] }, isOfLevel);
    const place = isOfLevel ? 'd.client_id = ? AND d.node_code = ?' : 'd.client_id = ?';
    return {
      ...{ ...OF_DOCUMENT, table: `document d ${index}`, key: null },
      where: { sql: `${place} AND ${sql}`, parameters: [idBytes(clientId), ...(isOfLevel ? [nodeCode] : []), ...parameters] },
    };
  });
}

/** The documents of the client by a moment or day, as far as it meets the tests. */
export function columnStream(clientId: string, column: keyof typeof INDEX, tests: readonly Test[]): Stream {
  const place = { sql: `d.client_id = ? AND d.${column} IS NOT NULL`, parameters: [idBytes(clientId)] };
  return {
    ...{ ...OF_DOCUMENT, table: `document d ${INDEX[column]}`, key: `d.${column}` },
    where: allOf([place, ...tests.map((test) => testIn(test, `d.${column}`))]),
  };
}

/** The documents of the client without a due day, by their codes. */
export function undatedStream(clientId: string): Stream {
  return {
    ...{ ...OF_DOCUMENT, table: `document d ${INDEX.due_day}`, key: null },
    where: { sql: 'd.client_id = ? AND d.due_day IS NULL', parameters: [idBytes(clientId)] },
  };
}

/** How many branches a block has. */
export const branchesOf = ({ streams, isKeyed }: Phase, after: Position | null): number => streams.length * (isKeyed && after ? 2 : 1);

/**
 * The next entries of each stream behind the position. A position within equal keys makes two branches: with `key < ? OR code < ?` all entries
 * with that key would be read.
 */
function branchesBehind({ streams, isKeyed, descending }: Phase, after: Position | null, ofEach: number): [Condition, ...Condition[]] {
  const [sign, way] = wayOf(descending);
  const branches = streams.flatMap(({ table, code, key, node, field, deletedAt, where }) => {
    const branch = (more: Condition): Condition => ({
      sql: `SELECT ${key ?? '0'} AS k, ${code} AS c, ${node} AS n, ${field} AS f, ${deletedAt} AS x FROM ${table} WHERE ${where.sql} AND ${more.sql}
        ORDER BY ${key === null ? '' : `${key} ${way}, `}${code} ${way} LIMIT ?`,
      parameters: [...where.parameters, ...more.parameters, ofEach],
    });
    if (after === null) return [branch({ sql: '1 = 1', parameters: [] })];
    if (!isKeyed || key === null) return [branch({ sql: `${code} ${sign} ?`, parameters: [after.code] })];
    return [
      branch({ sql: `${key} = ? AND ${code} ${sign} ?`, parameters: [after.key, after.code] }),
      branch({ sql: `${key} ${sign} ?`, parameters: [after.key] }),
    ];
  });
  return branches as [Condition, ...Condition[]];
}

const wayOf = (descending: boolean) => (descending ? (['<', 'DESC'] as const) : (['>', 'ASC'] as const));

/** Of two fields with one value in one document the first counts: a block may end between them. */
const inOrder = (alias: string, way: string) => `ORDER BY ${alias}.k ${way}, ${alias}.c ${way}, ABS(${alias}.f)`;

/**
 * The next entries of a phase behind the position, whatever they are.
 * @param ofEach so many entries of each branch at most
 */
export function blockOf(phase: Phase, after: Position | null, size: number, ofEach = size): Condition {
  const [, way] = wayOf(phase.descending);
  const [only, ...others] = branchesBehind(phase, after, ofEach);
  if (others.length === 0) return only;
  const union = [only, ...others].map(({ sql }, index) => `SELECT s${index}.* FROM (${sql}) s${index}`);
  return {
    sql: `SELECT u.* FROM (${union.join(' UNION ALL ')}) u ${inOrder('u', way)} LIMIT ?`,
    parameters: [...[only, ...others].flatMap(({ parameters }) => parameters), size],
  };
}

/** So many next entries of each branch; `z` marks where one of them ends before its branch does. */
export function levelBlockOf(phase: Phase, after: Position | null, ofEach: number): Condition {
  const [, way] = wayOf(phase.descending);
  const branches = branchesBehind(phase, after, ofEach);
  const union = branches.map(({ sql }, index) => `SELECT s${index}.*, ${index} AS s FROM (${sql}) s${index}`);
  return {
    sql: `SELECT u.*, CASE WHEN ROW_NUMBER() OVER (PARTITION BY u.s ORDER BY u.k ${way}, u.c ${way}) = ? THEN 1 ELSE 0 END AS z
      FROM (${union.join(' UNION ALL ')}) u`,
    parameters: [ofEach, ...branches.flatMap(({ parameters }) => parameters)],
  };
}
