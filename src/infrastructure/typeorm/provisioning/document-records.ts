import type { RecordedDocument, RestoredDocument } from '#application/ports/portable-archive';
import { HEAD, insertDocuments } from '../documents/document-writing';
import { FieldWords } from '../documents/field-words';
import { FieldEntity, ListRowEntity, TreeNodeEntity } from '../entities';
import { idBytes } from '../id-bytes';
import { places, type Sql } from '../sql';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { grouped, paged } from '../batches';
import { FileRecords } from './file-records';
import { codesOf } from './codes-of';

/** A client's documents, including deleted ones, ordered by code. Raw SQL: there are millions of rows and values. */
export class DocumentRecords {
  private readonly files: FileRecords;

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
  ) {
    this.files = new FileRecords(unitOfWork);
  }

  all(clientId: string): AsyncIterable<RecordedDocument> {
    return paged(0, (code, limit) => this.after(clientId, code, limit), ({ code }) => code); // prettier-ignore
  }

  async add(clientId: string, document: RestoredDocument): Promise<void> {
    await this.unitOfWork.run(async () => {
      const level = await this.unitOfWork.manager.findOneBy(TreeNodeEntity, { id: document.levelId, clientId });
      if (!level) throw new Error(`there is no level ${document.levelId}`);
      const fields = await codesOf(this.unitOfWork, clientId, FieldEntity, document.values.map(({ fieldId }) => fieldId)); // prettier-ignore
      const rows = await codesOf(this.unitOfWork, clientId, ListRowEntity, document.rows.map(({ rowId }) => rowId)); // prettier-ignore
      const [code] = await insertDocuments(this.sql, [
        {
          place: { code: document.code, clientId, nodeCode: level.code },
          head: document,
          content: {
            values: document.values.map(({ fieldId, ...value }) => ({ ...value, fieldCode: fields(fieldId) })),
            rows: document.rows.map(({ listId, rowId }) => [listId, rows(rowId)]),
          },
          fileCount: document.files.filter(({ deletedAt }) => deletedAt === null).length,
        },
      ]);
      await this.files.addToDocument(clientId, code as number, document.files);
      await new FieldWords(this.sql, clientId).renew([code as number]);
    });
  }

  private async after(clientId: string, after: number, limit: number): Promise<RecordedDocument[]> {
    const documents = await this.sql.rows<{ code: number; level_id: string }>(
      `SELECT document.code, tree_node.id AS level_id, ${HEAD.of('document')} FROM document
       CROSS JOIN tree_node ON tree_node.code = document.node_code
       WHERE document.client_id = ? AND document.code > ? ORDER BY document.code LIMIT ?`,
      [idBytes(clientId), after, limit],
    );
    const codes = documents.map((row) => row.code);
    const values = await this.sql.rows<{ owner: number; id: string; value: string }>(
      `SELECT value.document_code AS owner, field.id, value.value FROM document_value value
       CROSS JOIN field ON field.code = ABS(value.field_code)
       WHERE value.client_id = ? AND value.document_code IN (${places(codes)}) AND value.from_list = 0 ORDER BY field.id`,
      [idBytes(clientId), ...codes],
    );
    const rows = await this.sql.rows<{ owner: number; list_id: string; id: string }>(
      `SELECT link.document_code AS owner, link.list_id, list_row.id FROM document_list_row link
       JOIN list_row ON list_row.code = link.row_code
       WHERE link.client_id = ? AND link.document_code IN (${places(codes)}) ORDER BY link.list_id`,
      [idBytes(clientId), ...codes],
    );
    const [valuesOf, rowsOf] = [grouped(values, ({ owner }) => owner), grouped(rows, ({ owner }) => owner)];
    const filesOf = await this.files.ofDocuments(codes);
    return documents.map((row) => {
      const { id, unitId, ...head } = HEAD.read(row);
      const { code, level_id: levelId } = row;
      return {
        ...{ id, code, unitId, levelId, ...head },
        values: valuesOf(code).map((value) => ({ fieldId: value.id, text: value.value })),
        rows: rowsOf(code).map((each) => ({ listId: each.list_id, rowId: each.id })),
        files: filesOf(code),
      };
    });
  }
}
