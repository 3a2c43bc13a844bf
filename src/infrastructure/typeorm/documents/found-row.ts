import type { FoundDocument } from '#application/ports/document-search';
import { documentStatusOf } from '#domain/documents/document';
import { idOf } from '../id-bytes';

export interface PageRow {
  id: string;
  code: number;
  client_id: Uint8Array;
  node_code: number;
  status: number;
  due_day: string | null;
  created_at: number;
  version: number;
  box_code: number | null;
  provisional_number: string | null;
  outer_code: number | null;
  outer_number: string | null;
  numbered_by: 'client' | 'unit' | null;
  file_count: number;
  shown: string;
}

export function toFound(row: PageRow, values: ReadonlyMap<number, string>): FoundDocument {
  const inner = row.box_code === null ? null : { code: row.box_code, provisional: row.provisional_number };
  return {
    id: row.id,
    code: row.code,
    clientId: idOf(row.client_id),
    nodeCode: row.node_code,
    status: documentStatusOf(row.status) ?? 'stored',
    version: row.version,
    box: row.outer_code === null ? inner : { code: row.outer_code, provisional: row.outer_number },
    subBox: row.outer_code === null ? null : inner,
    boxNumberedBy: row.numbered_by,
    dueDay: row.due_day,
    createdAt: new Date(row.created_at),
    fileCount: row.file_count,
    values,
  };
}
