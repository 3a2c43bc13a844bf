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
    ofClient(scopes, 'document', asked.clientId),
    withinAll(scopes, 'document'),
    { sql: 'document.deleted_at IS NULL', parameters: [] },
    when(asked.unitId, 'document.unit_id = ?', idBytes),
    asked.nodeCodes && amongNodes('document.node_code', asked.nodeCodes),
    when(asked.createdFrom, 'document.created_at >= ?', (from) => from.getTime()),
    when(asked.createdUntil, 'document.created_at <= ?', (until) => until.getTime()),
    when(asked.createdBy, 'document.created_by = ?', idBytes),
    when(asked.dueUntil, 'document.due_day <= ?', (day) => day),
    order === 'due' ? { sql: 'document.due_day IS NOT NULL', parameters: [] } : null,
    after && following(order, after),
  ]);
  const orderOf = (alias: string) => `ORDER BY ${order === 'code' ? '' : `${alias}.${COLUMN[order]}, `}${alias}.code`;
  const client = ofClient(scopes, 'reported', asked.clientId);
  const sql = `SELECT reported.code, reported.id, reported.client_id, reported.unit_id, reported.node_code, reported.status,
      reported.created_at, reported.created_by, reported.due_day, box.code AS box_code, reported.file_count,
      (SELECT SUM(file.size) FROM document_file file
        WHERE file.client_id = reported.client_id AND file.document_code = reported.code AND file.deleted_at IS NULL) AS bytes
    FROM (SELECT document.code FROM document ${inOrder(asked)} WHERE ${where.sql} ${orderOf('document')} LIMIT ?) page
      CROSS JOIN document reported ON reported.code = page.code AND ${client.sql}
      LEFT JOIN box ON box.client_id = reported.client_id AND box.id = reported.box_id ${orderOf('reported')}`;
  return { sql, parameters: [...where.parameters, limit, ...client.parameters] };
}

function following(order: DocumentsAsked['order'], after: ReportedDocument): Condition {
  if (order === 'code') return { sql: 'document.code > ?', parameters: [after.code] };
  const [column, value] = [`document.${COLUMN[order]}`, order === 'created' ? after.createdAt : (after.dueDay as string)];
  return { sql: `${column} >= ? AND (${column} > ? OR document.code > ?)`, parameters: [value, value, after.code] };
}
