import { DocumentRepository, ExternalKeyTaken } from '#application/ports/documents';
import type { TextIndex } from '#application/ports/text-index';
import type { Scope } from '#domain/access/scope';
import type { Day } from '#domain/documents/calendar';
import {
  DOCUMENT_STATUS,
  type DocumentChange,
  type DocumentContent,
  type NewDocument,
  type StoredDocument,
} from '#domain/documents/document';
import type { NewFile, StoredFile } from '#domain/files/document-file';
import type { Config } from '#src/config';
import { isDuplicate } from '../database-errors';
import { FileWords } from '../text-extraction/file-words';
import { idBytes, idOf } from '../id-bytes';
import { ofClients, reached, withinScope } from '../scope-condition';
import { places, Sql, type Parameter } from '../sql';
import { insertDifferences } from './document-counts';
import { DocumentFiles } from './document-files';
import { insertContent, insertDocuments } from './document-writing';
import { FieldWords } from './field-words';
import { ListCopies } from './list-copies';
import { shownAnew } from './shown';
import { TypeOrmTextIndex } from './typeorm-text-index';

interface DocumentRow {
  id: string;
  code: number;
  client_id: Uint8Array;
  node_code: number;
  version: number;
}

const COLUMNS = 'document.id, document.code, document.client_id, document.node_code, document.version';
const BATCH = 500;

const toDocument = (row: DocumentRow): StoredDocument => ({
  id: row.id,
  code: row.code,
  clientId: idOf(row.client_id),
  nodeCode: row.node_code,
  version: row.version,
});

/** Raw SQL: on the path of every create; measured, the query builder costs 100 µs of CPU more for a document with six values. */
export class TypeOrmDocumentRepository extends DocumentRepository {
  private readonly files: DocumentFiles;

  constructor(
    private readonly sql: Sql,
    { readFiles }: Pick<Config, 'readFiles'> = { readFiles: false },
    index: TextIndex = new TypeOrmTextIndex(sql),
  ) {
    super();
    this.files = new DocumentFiles(sql, readFiles, new FileWords(sql, index));
  }

  async addAll(documents: readonly { scope: Scope; document: NewDocument }[]): Promise<number[]> {
    for (const { scope, document } of documents)
      if (!scope.reachesNode(document.clientId, document.nodeCode, document.unitId)) throw new Error('a document outside the scope');
    return this.sql.together(() => this.insert(documents));
  }

  async find(scope: Scope, id: string): Promise<StoredDocument | null> {
    return this.findBy(scope, 'document.id = ?', id);
  }

  async findByExternalKey(scope: Scope, externalKey: string): Promise<StoredDocument | null> {
    return this.findBy(scope, 'document.live_external_key = ?', externalKey);
  }

  async isExternalKeyTaken(scope: Scope, externalKey: string): Promise<boolean> {
    const within = ofClients(scope, 'document');
    const holder = await this.sql.first(`SELECT code FROM document WHERE live_external_key = ? AND ${within.sql}`, [
      externalKey,
      ...within.parameters,
    ]);
    return holder !== null;
  }

  async contentOf(scope: Scope, { code, clientId }: StoredDocument): Promise<DocumentContent> {
    const [within, client] = [withinScope(scope, 'document'), idBytes(clientId)];
    const [values, cells] = await Promise.all([
      this.sql.rows<{ field_code: number; value: string }>(
        `SELECT ABS(value.field_code) AS field_code, value.value FROM document_value value
         JOIN document ON document.code = value.document_code
         WHERE value.client_id = ? AND value.document_code = ? AND value.from_list = 0 AND ${within.sql}`,
        [client, code, ...within.parameters],
      ),
      this.sql.rows<{ list_id: string; row_code: number; field_code: number | null; value: string | null }>(
        `SELECT link.list_id, link.row_code, cell.field_code, cell.value FROM document_list_row link
           JOIN document ON document.code = link.document_code
           LEFT JOIN list_row_value cell ON cell.client_id = link.client_id AND cell.row_code = link.row_code
         WHERE link.client_id = ? AND link.document_code = ? AND ${within.sql}`,
        [client, code, ...within.parameters],
      ),
    ]);
    const texts = new Map(values.map((row) => [row.field_code, row.value]));
    for (const cell of cells) if (cell.field_code !== null) texts.set(cell.field_code, cell.value ?? '');
    return { texts, rows: new Map(cells.map((cell) => [cell.list_id, cell.row_code])) };
  }

  /** The update comes first: it locks the row, which a read would not do on every engine. */
  async hold(scope: Scope, id: string): Promise<StoredDocument | null> {
    const within = withinScope(scope, 'document');
    const { affected } = await this.sql.write(
      `UPDATE document SET version = version + 1 WHERE id = ? AND deleted_at IS NULL AND ${within.sql}`,
      [id, ...within.parameters],
    );
    return affected === 0 ? null : this.find(scope, id);
  }

  async change(scope: Scope, { code, clientId, nodeCode }: StoredDocument, change: DocumentChange): Promise<void> {
    const [within, client] = [withinScope(scope, 'document'), idBytes(clientId)];
    // First: a document outside the scope must not be changed at all.
    const { affected } = await this.sql.write(
      `UPDATE document SET due_day = ?, changed_at = ${this.sql.now} WHERE code = ? AND ${within.sql}`,
      [change.dueDay, code, ...within.parameters],
    );
    if (affected === 0) throw new Error('a document outside the scope');
    const fields = [...change.cleared, ...change.values.map(({ fieldCode }) => fieldCode)];
    const rows = await this.newRows(client, code, [...change.rows]);
    const lists = [...change.unlinked, ...rows.map(([listId]) => listId)];
    if (fields.length > 0) {
      const among = `client_id = ? AND document_code = ? AND field_code IN (${places(fields)})`;
      await this.sql.write(`DELETE FROM document_value WHERE ${among}`, [client, code, ...fields]);
    }
    if (lists.length > 0) {
      await new ListCopies(this.sql, clientId).removeOfLists(code, lists);
      const among = `client_id = ? AND document_code = ? AND list_id IN (${places(lists)})`;
      await this.sql.write(`DELETE FROM document_list_row WHERE ${among}`, [client, code, ...lists]);
    }
    await insertContent(this.sql, clientId, [{ code, nodeCode, isDeleted: false, values: change.values, rows }]);
    await this.renewShown({ code, clientId });
    await new FieldWords(this.sql, clientId).renew([code]);
  }

  async filesOf(scope: Scope, document: StoredDocument): Promise<StoredFile[]> {
    return this.files.of(scope, document);
  }

  async findFile(scope: Scope, fileId: string): Promise<StoredFile | null> {
    return this.files.find(scope, fileId);
  }

  async addFiles(scope: Scope, document: StoredDocument, files: readonly NewFile[], at: Date): Promise<void> {
    await this.files.append(reached(scope, document), files, at);
  }

  async removeFile(scope: Scope, document: StoredDocument, fileId: string, at: Date): Promise<string[] | null> {
    return this.files.remove(reached(scope, document), fileId, at);
  }

  async moveDueDay(scope: Scope, nodeCodes: readonly number[], rowCode: number, dueDay: Day | null): Promise<void> {
    const [within, client] = [ofClients(scope, 'document'), idBytes(scope.clientId)];
    for (let after = 0, count = BATCH; count === BATCH;) {
      const pointing = await this.pointingAt(client, rowCode, 'link.document_code > ?', [after]);
      const condition = (codes: readonly number[]) =>
        `code IN (${places(codes)}) AND node_code IN (${places(nodeCodes)}) AND ${within.sql}`;
      const parameters = [...nodeCodes, ...within.parameters];
      // Locks the documents, so that their references to the row are current.
      await this.sql.write(`UPDATE document SET version = version + 1, changed_at = ${this.sql.now} WHERE ${condition(pointing)}`, [
        ...pointing,
        ...parameters,
      ]);
      const held = await this.pointingAt(client, rowCode, `link.document_code IN (${places(pointing)})`, pointing);
      await this.sql.write(`UPDATE document SET due_day = ? WHERE ${condition(held)}`, [dueDay, ...held, ...parameters]);
      [after, count] = [pointing.at(-1) ?? after, pointing.length];
    }
  }

  async markDeleted(scope: Scope, document: StoredDocument, at: Date): Promise<string[] | null> {
    return this.sql.together(async () => {
      const within = withinScope(scope, 'document');
      const { affected } = await this.sql.write(
        `UPDATE document SET status = ?, deleted_at = ?, changed_at = ${this.sql.now}, version = version + 1, live_external_key = NULL, file_count = 0
         WHERE code = ? AND deleted_at IS NULL AND ${within.sql}`,
        [DOCUMENT_STATUS.deleted, at.getTime(), document.code, ...within.parameters],
      );
      if (affected === 0) return null;
      await insertDifferences(this.sql, [{ ...document, live: -1, deleted: 1 }]);
      await this.turnValues(document);
      return this.files.removeAll(document, at);
    });
  }

  async restore(scope: Scope, id: string): Promise<{ document: StoredDocument; keys: string[] } | null> {
    const within = withinScope(scope, 'document');
    const row = await this.sql.first<DocumentRow & { deleted_at: number }>(
      `SELECT ${COLUMNS}, document.deleted_at FROM document WHERE document.id = ? AND document.deleted_at IS NOT NULL AND ${within.sql}`,
      [id, ...within.parameters],
    );
    if (!row) return null;
    return this.sql.together(async () => {
      const { affected } = await this.revive(toDocument(row), row.deleted_at);
      if (affected === 0) return null;
      const document = { ...toDocument(row), version: row.version + 1 };
      await insertDifferences(this.sql, [{ ...document, live: 1, deleted: -1 }]);
      await this.turnValues(document);
      const keys = await this.files.restore(document, new Date(row.deleted_at));
      return { document, keys };
    });
  }

  /** Values of deleted documents have negative codes of fields, so that indexes of live values skip them. */
  private async turnValues({ code, clientId }: StoredDocument): Promise<void> {
    const turned = 'UPDATE document_value SET field_code = -field_code WHERE client_id = ? AND document_code = ?';
    await this.sql.write(turned, [idBytes(clientId), code]);
  }

  /** The status before is not kept: it follows from the box, as that of a new document. */
  private async revive({ code, clientId }: StoredDocument, deletedAt: number): Promise<{ affected: number }> {
    const { stored, electronic } = DOCUMENT_STATUS;
    try {
      return await this.sql.write(
        `UPDATE document SET status = CASE WHEN box_id IS NULL THEN ? ELSE ? END, deleted_at = NULL, changed_at = ${this.sql.now},
           version = version + 1, live_external_key = external_key WHERE code = ? AND client_id = ? AND deleted_at = ?`,
        [electronic, stored, code, idBytes(clientId), deletedAt],
      );
    } catch (error) {
      throw isDuplicate(error) ? new ExternalKeyTaken('external key', { cause: error }) : error;
    }
  }

  /** Without those that are linked already: their copies are right, and a correction that holds the row need not be waited for. */
  private async newRows(client: Uint8Array, documentCode: number, rows: readonly (readonly [listId: string, rowCode: number])[]) {
    if (rows.length === 0) return rows;
    const linked = await this.sql.rows<{ row_code: number }>(
      `SELECT row_code FROM document_list_row WHERE client_id = ? AND document_code = ? AND row_code IN (${places(rows)})`,
      [client, documentCode, ...rows.map(([, rowCode]) => rowCode)],
    );
    const codes = new Set(linked.map((row) => row.row_code));
    return rows.filter(([, rowCode]) => !codes.has(rowCode));
  }

  private async pointingAt(client: Uint8Array, rowCode: number, condition: string, parameters: readonly number[]): Promise<number[]> {
    const rows = await this.sql.rows<{ document_code: number }>(
      `SELECT link.document_code FROM document_list_row link WHERE link.client_id = ? AND link.row_code = ? AND ${condition}
       ORDER BY link.document_code LIMIT ${BATCH}`,
      [client, rowCode, ...parameters],
    );
    return rows.map((row) => row.document_code);
  }

  private async findBy(scope: Scope, condition: string, value: Parameter): Promise<StoredDocument | null> {
    const within = withinScope(scope, 'document');
    const row = await this.sql.first<DocumentRow>(
      `SELECT ${COLUMNS} FROM document WHERE ${condition} AND document.deleted_at IS NULL AND ${within.sql}`,
      [value, ...within.parameters],
    );
    return row && toDocument(row);
  }

  /** The document's row is locked by now, so nobody else changes its content. */
  private async renewShown({ code, clientId }: Pick<StoredDocument, 'code' | 'clientId'>): Promise<void> {
    const { sql, parameters } = shownAnew(this.sql, clientId);
    await this.sql.write(`UPDATE document SET shown = ${sql} WHERE code = ? AND client_id = ?`, [...parameters, code, idBytes(clientId)]);
  }

  private async insert(filed: readonly { scope: Scope; document: NewDocument }[]): Promise<number[]> {
    const documents = filed.map(({ document }) => document);
    try {
      const codes = await insertDocuments(
        this.sql,
        filed.map(({ scope, document }) => ({
          place: { ...document, code: null },
          head: { ...document, changedAt: null, deletedAt: null, version: 1 },
          content: { values: document.values, rows: [...document.rows], textFields: scope.structureOf(document.clientId)?.textFields },
          fileCount: document.files.length,
        })),
      );
      await this.files.add(
        documents.flatMap(({ clientId, files, createdAt }, index) =>
          files.map((file, position) => ({ code: codes[index] as number, clientId, file: { ...file, position, createdAt } })),
        ),
      );
      return codes;
    } catch (error) {
      if (documents.some(({ externalKey }) => externalKey !== null) && isDuplicate(error))
        throw new ExternalKeyTaken('external key', { cause: error });
      throw error;
    }
  }
}
