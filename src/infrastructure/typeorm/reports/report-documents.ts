import type { DocumentsAsked, ReportedDocument } from '#application/ports/reports';
import type { Scope } from '#domain/access/scope';
import { documentStatusOf } from '#domain/documents/document';
import { idBytes, idOf } from '../id-bytes';
import { amongNodes, type Condition } from '../scope-condition';
import { forced } from '../search/entries';
import type { Parameter } from '../sql';
import { all, ofClient, when, withinAll } from './report-conditions';
import { indexName } from '../entities/table';

export interface DocumentRow {
  code: number;
  id: string;
  client_id: Uint8Array;
  unit_id: Uint8Array;
  node_code: number;
  status: number;
  created_at: number;
  created_by: Uint8Array;
  due_day: string | null;
  box_code: number | null;
  file_count: number;
  bytes: number | string | null;
}

export const toDocument = (row: DocumentRow): ReportedDocument => ({
  code: row.code,
  id: row.id,
  clientId: idOf(row.client_id),
  unitId: idOf(row.unit_id),
  nodeCode: row.node_code,
  status: documentStatusOf(row.status) ?? 'stored',
  createdAt: row.created_at,
  createdBy: idOf(row.created_by),
  dueDay: row.due_day,
  boxCode: row.box_code,
  fileCount: row.file_count,
  bytes: Number(row.bytes ?? 0),
});

const COLUMN = { created: 'created_at', due: 'due_day' } as const;

const ofDocuments = (...columns: string[]) => indexName('document', ['clientId', ...columns]);
const INDEX = {
  code: ofDocuments('deletedAt', 'code', 'nodeCode', 'unitId'),
  created: ofDocuments('createdAt', 'code', 'deletedAt', 'nodeCode', 'unitId'),
  due: ofDocuments('dueDay', 'code'),
} as const;
const INDEX_OF_USER = ofDocuments('createdBy', 'code');
/** A level may be so small that sorting what it has reads less. */
const INDEX_OF_LEVEL = ofDocuments('nodeCode', 'deletedAt', 'code', 'unitId');

/** For MySQL: with old statistics it would find all documents of the client, or of all clients, and sort them, for each batch. */
function inOrder({ order, nodeCodes, createdBy }: DocumentsAsked): string {
  const index = order === 'code' && createdBy !== undefined ? INDEX_OF_USER : INDEX[order];
  return forced(nodeCodes ? `${index}, ${INDEX_OF_LEVEL}` : index);
}

/**
 * Each order matches an index that also locates the end of the last batch, so no batch re-reads earlier ones. Codes are selected from the
 * index alone, which skips documents out of scope; only those of the batch are then read. Raw SQL: its form decides the index.
 */
export function documentsSql(
  scopes: readonly Scope[],
  asked: DocumentsAsked,
  after: ReportedDocument | null,
  limit: number,
): { sql: string; parameters: Parameter[] } {
  const { order } = asked;
  const where = all([
    ofClient(scopes, 'd', asked.clientId),
    withinAll(scopes, 'd'),
    { sql: 'd.deleted_at IS NULL', parameters: [] },
    when(asked.unitId, 'd.unit_id = ?', idBytes),
    asked.nodeCodes && amongNodes('d.node_code', asked.nodeCodes),
    when(asked.createdFrom, 'd.created_at >= ?', (from) => from.getTime()),
    when(asked.createdUntil, 'd.created_at <= ?', (until) => until.getTime()),
    when(asked.createdBy, 'd.created_by = ?', idBytes),
    when(asked.dueUntil, 'd.due_day <= ?', (day) => day),
    order === 'due' ? { sql: 'd.due_day IS NOT NULL', parameters: [] } : null,
    after && following(order, after),
  ]);
  const orderOf = (alias: string) => `ORDER BY ${order === 'code' ? '' : `${alias}.${COLUMN[order]}, `}${alias}.code`;
  const client = ofClient(scopes, 'r', asked.clientId);
  const sql = `SELECT r.code, r.id, r.client_id, r.unit_id, r.node_code, r.status, r.created_at, r.created_by, r.due_day, b.code AS box_code, r.file_count,
      (SELECT SUM(f.size) FROM document_file f WHERE f.client_id = r.client_id AND f.document_code = r.code AND f.deleted_at IS NULL) AS bytes
    FROM (SELECT d.code FROM document d ${inOrder(asked)} WHERE ${where.sql} ${orderOf('d')} LIMIT ?) k
      CROSS JOIN document r ON r.code = k.code AND ${client.sql} LEFT JOIN box b ON b.client_id = r.client_id AND b.id = r.box_id ${orderOf('r')}`;
  return { sql, parameters: [...where.parameters, limit, ...client.parameters] };
}

function following(order: DocumentsAsked['order'], after: ReportedDocument): Condition {
  if (order === 'code') return { sql: 'd.code > ?', parameters: [after.code] };
  const [column, value] = [`d.${COLUMN[order]}`, order === 'created' ? after.createdAt : (after.dueDay as string)];
  return { sql: `${column} >= ? AND (${column} > ? OR d.code > ?)`, parameters: [value, value, after.code] };
}
