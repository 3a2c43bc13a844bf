import type { DocumentQuery } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import { conjunctsOf, type Filter } from '#domain/documents/filter';
import { idBytes } from '../id-bytes';
import { amongNodes, withinScope, type Condition } from '../scope-condition';
import type { Sql } from '../sql';

/** So many documents more or less at a level, deleted ones and others. */
export interface Difference {
  clientId: string;
  nodeCode: number;
  live: number;
  deleted: number;
}

/**
 * In the transaction that writes the documents, so that whoever sees these sees their count. A row for each level, and none is updated:
 * writers of one client do not wait for each other. Raw SQL: on the path of every create.
 */
export async function insertDifferences(sql: Sql, differences: readonly Difference[]): Promise<void> {
  const sums = new Map<string, Difference>();
  for (const { clientId, nodeCode, live, deleted } of differences) {
    const key = `${clientId} ${nodeCode}`;
    const sum = sums.get(key) ?? { clientId, nodeCode, live: 0, deleted: 0 };
    sums.set(key, { ...sum, live: sum.live + live, deleted: sum.deleted + deleted });
  }
  await sql.insert(
    'document_count',
    ['client_id', 'node_code', 'live', 'deleted'],
    [...sums.values()].map(({ clientId, nodeCode, live, deleted }) => [idBytes(clientId), nodeCode, live, deleted]),
  );
}

/** Counts what is found by level alone, deleted or not, without a look at documents; null for anything else. */
export function sumOfCounts(scope: Scope, { filter, states, nodeCodes, text }: DocumentQuery): Condition | null {
  const isOfDeleted = (each: Filter) => states === 'deleted' && 'member' in each && each.member === 'status' && 'among' in each.test && each.test.among.every((status) => status === DOCUMENT_STATUS.deleted); // prettier-ignore
  const isByLevel = !text && states !== 'both' && conjunctsOf(filter).every(isOfDeleted);
  if (!isByLevel || scope.reaches.some(({ parts }) => parts.some(({ unitIds }) => unitIds !== 'all'))) return null;
  const within = [withinScope(scope, 'document_count'), ...(nodeCodes ? [amongNodes('document_count.node_code', nodeCodes)] : [])];
  return {
    sql: `SELECT SUM(document_count.${states}) AS total FROM document_count WHERE ${within.map(({ sql }) => sql).join(' AND ')}`,
    parameters: within.flatMap(({ parameters }) => parameters),
  };
}
