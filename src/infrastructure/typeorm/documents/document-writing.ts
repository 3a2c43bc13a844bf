import type { Day } from '#domain/documents/calendar';
import { DOCUMENT_STATUS, type DocumentStatus } from '#domain/documents/document';
import { ColumnsOf, moment, momentOrNull, named, plain } from '../columns-of';
import type { Sql } from '../sql';
import { valueKey } from '../value-key';
import { toShown } from './shown';

/** Columns of a document besides code, client and level. Written statements: on the path of every create. */
export interface DocumentHead {
  id: string;
  unitId: string;
  status: DocumentStatus;
  boxId: string | null;
  dueDay: Day | null;
  createdAt: Date;
  createdBy: string;
  changedAt: Date | null;
  deletedAt: Date | null;
  externalKey: string | null;
  version: number;
}

export const HEAD = new ColumnsOf<DocumentHead>({
  id: plain('id'),
  unitId: plain('unit_id'),
  status: named('status', DOCUMENT_STATUS),
  boxId: plain('box_id'),
  dueDay: plain('due_day'),
  createdAt: moment('created_at'),
  createdBy: plain('created_by'),
  changedAt: momentOrNull('changed_at'),
  deletedAt: momentOrNull('deleted_at'),
  externalKey: plain('external_key'),
  version: plain('version'),
});

export interface DocumentPlace {
  /** Null: assigned by the database. */
  code: number | null;
  clientId: string;
  nodeCode: number;
}

export interface ContentToWrite {
  values: readonly { fieldCode: number; text: string; key: string }[];
  rows: readonly (readonly [listId: string, rowCode: number])[];
}

/** Writes a document with its content, but without its files; answers its code. */
export async function insertDocument(
  sql: Sql,
  { code: given, clientId, nodeCode }: DocumentPlace,
  document: DocumentHead,
  content: ContentToWrite,
  fileCount: number,
): Promise<number> {
  const live = document.deletedAt === null ? document.externalKey : null;
  const shown = toShown(content.values, content.rows.map(([, rowCode]) => rowCode)); // prettier-ignore
  const columns = ['client_id', 'node_code', 'live_external_key', 'shown', 'file_count', ...HEAD.names];
  const code = await sql.insertCoded('document', given, columns, [clientId, nodeCode, live, shown, fileCount, ...HEAD.values(document)]);
  await insertContent(sql, { code, nodeCode }, content);
  return code;
}

/** Writes the values and list rows of a document. */
export async function insertContent(
  sql: Sql,
  { code, nodeCode }: { code: number; nodeCode: number },
  { values, rows }: ContentToWrite,
): Promise<void> {
  await sql.insert(
    'document_value',
    ['document_code', 'field_code', 'value', 'value_key', 'node_code'],
    values.map(({ fieldCode, text, key }) => [code, fieldCode, text, valueKey(key), nodeCode]),
  );
  await sql.insert(
    'document_list_row',
    ['document_code', 'list_id', 'row_code'],
    rows.map(([listId, rowCode]) => [code, listId, rowCode]),
  );
}
