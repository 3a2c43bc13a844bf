import type { Day } from '#domain/documents/calendar';
import { DOCUMENT_STATUS, type DocumentStatus } from '#domain/documents/document';
import { ColumnsOf, moment, momentOrNull, named, plain, shortId } from '../columns-of';
import { grouped } from '../batches';
import { idBytes } from '../id-bytes';
import { places, type Parameter, type Sql } from '../sql';
import { valueKey } from '../value-key';
import { insertDifferences } from './document-counts';
import { wordsOfValue } from './field-words';
import { ListCopies, searchedCode, VALUE_COLUMNS, type Holder, type ListCopy, type ValueRow } from './list-copies';
import { toShown } from './shown';
import { insertWords } from './word-rows';

/** Columns of a document besides code, client and level. Raw SQL: on the path of every create. */
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
  unitId: shortId('unit_id'),
  status: named('status', DOCUMENT_STATUS),
  boxId: plain('box_id'),
  dueDay: plain('due_day'),
  createdAt: moment('created_at'),
  createdBy: shortId('created_by'),
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
  /** Codes of fields, those of lists too, whose words are written with them. Absent: they are written afterwards (`FieldWords.renew`). */
  textFields?: ReadonlySet<number>;
}

export interface DocumentToWrite {
  place: DocumentPlace;
  head: DocumentHead;
  content: ContentToWrite;
  fileCount: number;
}

/** Writes documents with their content, but without their files; answers their codes. */
export async function insertDocuments(sql: Sql, documents: readonly DocumentToWrite[]): Promise<number[]> {
  const columns = ['client_id', 'node_code', 'live_external_key', 'shown', 'file_count', ...HEAD.names];
  const rows = documents.map(({ place: { clientId, nodeCode }, head, content: { values, rows }, fileCount }) => {
    const live = head.deletedAt === null ? head.externalKey : null;
    const shown = toShown(values, rows.map(([, rowCode]) => rowCode)); // prettier-ignore
    return [idBytes(clientId), nodeCode, live, shown, fileCount, ...HEAD.values(head)];
  });
  const codes = await insertRows(sql, documents, columns, rows);
  await insertDifferences(
    sql,
    documents.map(({ place: { clientId, nodeCode }, head: { deletedAt } }) => {
      return { clientId, nodeCode, live: deletedAt === null ? 1 : 0, deleted: deletedAt === null ? 0 : 1 };
    }),
  );
  await insertContent(
    sql,
    (documents[0] as DocumentToWrite).place.clientId,
    documents.map(({ place: { nodeCode }, head, content }, index) => ({
      ...{ code: codes[index] as number, nodeCode, isDeleted: head.deletedAt !== null },
      ...content,
    })),
  );
  return codes;
}

/** Several codes are read back: with several rows the engines tell the code of one, and not all count on by one. */
async function insertRows(sql: Sql, documents: readonly DocumentToWrite[], columns: readonly string[], rows: readonly Parameter[][]) {
  const [first] = documents;
  if (first && documents.length === 1) return [await sql.insertCoded('document', first.place.code, columns, rows[0] as Parameter[])];
  await sql.insert('document', columns, rows);
  const ids = documents.map(({ head }) => head.id);
  const found = await sql.rows<{ id: string; code: number }>(
    `SELECT id, code FROM document WHERE id IN (${places(ids)}) AND client_id = ?`,
    [...ids, idBytes((first as DocumentToWrite).place.clientId)],
  );
  const codes = new Map(found.map(({ id, code }) => [id, code]));
  return ids.map((id) => codes.get(id) as number);
}

/** Rows that come in the order of their table fill its pages; others leave pages that are half empty. */
const inOrderOfKey = ([, document, field]: ValueRow, [, other, otherField]: ValueRow) => document - other || field - otherField;

/** Writes the values and list rows of documents of one client. */
export async function insertContent(sql: Sql, clientId: string, documents: readonly (ContentToWrite & Holder)[]): Promise<void> {
  const client = idBytes(clientId);
  const listCopies = new ListCopies(sql, clientId);
  const copies = await listCopies.of(documents);
  const own = documents.flatMap(({ code, nodeCode, isDeleted, values }) =>
    values.map(({ fieldCode, text, key }): ValueRow => [
      client,
      code,
      searchedCode(fieldCode, isDeleted),
      text,
      valueKey(key),
      nodeCode,
      0,
    ]),
  );
  await sql.insert('document_value', VALUE_COLUMNS, [...own, ...copies.map((copy) => listCopies.rowOf(copy))].sort(inOrderOfKey));
  await sql.insert(
    'document_list_row',
    ['client_id', 'document_code', 'list_id', 'row_code'],
    documents.flatMap(({ code, rows }) => rows.map(([listId, rowCode]) => [client, code, listId, rowCode])),
  );
  await insertFieldWords(sql, clientId, documents, copies);
}

async function insertFieldWords(
  sql: Sql,
  clientId: string,
  documents: readonly (ContentToWrite & Holder)[],
  copies: readonly ListCopy[],
): Promise<void> {
  const copiesOf = grouped(copies, ({ holder }) => holder.code);
  const rows = documents.flatMap(({ code, values, textFields }) => {
    if (!textFields) return [];
    const cells = copiesOf(code).map(({ cell }) => ({ fieldCode: cell.field_code, text: cell.value }));
    const texts = [...values, ...cells].filter(({ fieldCode }) => textFields.has(fieldCode));
    return [{ code, words: texts.flatMap(({ fieldCode, text }) => wordsOfValue(fieldCode, text)) }];
  });
  await insertWords(sql, clientId, 'document_words', rows);
}
