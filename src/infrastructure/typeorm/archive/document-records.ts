import type { RecordedDocument, RestoredDocument } from '#application/ports/client-records';
import { HEAD, insertContent, insertDocument } from '../documents/document-writing';
import type { Sql } from '../sql';
import { paged } from '../batches';
import { FileRecords } from './file-records';
import { codesOf, Grouped } from './grouped';

/** A client's documents, deleted ones among them; in the order of their codes. */
export class DocumentRecords {
  private readonly files: FileRecords;

  constructor(private readonly sql: Sql) {
    this.files = new FileRecords(sql);
  }

  all(clientId: string): AsyncIterable<RecordedDocument> {
    return paged(0, (code, limit) => this.after(clientId, code, limit), ({ code }) => code); // prettier-ignore
  }

  async add(clientId: string, document: RestoredDocument): Promise<void> {
    await this.sql.together(async () => {
      const level = await this.sql.first<{ code: number }>('SELECT n.code FROM tree_node n WHERE n.id = ? AND n.client_id = ?', [
        document.levelId,
        clientId,
      ]);
      if (!level) throw new Error(`there is no level ${document.levelId}`);
      const code = await insertDocument(this.sql, { code: document.code, clientId, nodeCode: level.code }, document);
      const fields = await codesOf(this.sql, clientId, 'field', document.values.map(({ fieldId }) => fieldId)); // prettier-ignore
      const rows = await codesOf(this.sql, clientId, 'list_row', document.rows.map(({ rowId }) => rowId)); // prettier-ignore
      await insertContent(
        this.sql,
        { code, nodeCode: level.code },
        document.values.map(({ fieldId, ...value }) => ({ ...value, fieldCode: fields(fieldId) })),
        document.rows.map(({ listId, rowId }) => [listId, rows(rowId)]),
      );
      await this.files.addToDocument(clientId, code, document.files);
    });
  }

  private async after(clientId: string, after: number, limit: number): Promise<RecordedDocument[]> {
    const documents = await this.sql.rows<{ code: number; level_id: string }>(
      `SELECT d.code, n.id AS level_id, ${HEAD.of('d')} FROM document d JOIN tree_node n ON n.code = d.node_code
       WHERE d.client_id = ? AND d.code > ? ORDER BY d.code LIMIT ?`,
      [clientId, after, limit],
    );
    const codes = documents.map((row) => row.code);
    const values = await Grouped.of(
      this.sql,
      codes,
      (list) => `SELECT v.document_code AS owner, f.id, v.value FROM document_value v JOIN field f ON f.code = v.field_code
                 WHERE v.document_code IN (${list}) ORDER BY v.document_code, f.id`,
      ({ id: fieldId, value: text }: { owner: number; id: string; value: string }) => ({ fieldId, text }),
    );
    const rows = await Grouped.of(
      this.sql,
      codes,
      (list) => `SELECT l.document_code AS owner, l.list_id, r.id FROM document_list_row l JOIN list_row r ON r.code = l.row_code
                 WHERE l.document_code IN (${list}) ORDER BY l.document_code, l.list_id`,
      ({ list_id: listId, id: rowId }: { owner: number; list_id: string; id: string }) => ({ listId, rowId }),
    );
    const filesOf = await this.files.ofDocuments(codes);
    return documents.map((row) => {
      const { id, unitId, ...head } = HEAD.read(row);
      const { code, level_id: levelId } = row;
      return { id, code, unitId, levelId, ...head, values: values.get(code), rows: rows.get(code), files: filesOf(code) };
    });
  }
}
