import { Injectable } from '@nestjs/common';
import { DocumentRepository } from '#application/ports/document.repository';
import type { Scope } from '#domain/access/scope';
import { DOCUMENT_STATUS, type NewDocument, type StoredDocument } from '#domain/documents/document';
import type { StoredFile } from '#domain/files/document-file';
import { withinScope } from '../scope-condition';
import { Sql } from '../sql';
import { valueKey } from '../value-key';
import { FILE_COLUMNS, toStoredFile, type FileRow } from './file-row';

interface DocumentRow {
  id: string;
  code: number;
  client_id: string;
  node_code: number;
}

@Injectable()
export class TypeOrmDocumentRepository extends DocumentRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  async add(scope: Scope, document: NewDocument): Promise<number> {
    if (!scope.reachesNode(document.clientId, document.nodeCode, document.unitId)) throw new Error('a document outside the scope');
    return this.sql.together(() => this.insert(document));
  }

  private async insert(document: NewDocument): Promise<number> {
    const { insertedCode: code } = await this.sql.write(
      `INSERT INTO document (id, client_id, unit_id, node_code, status, box_id, due_day, created_at, created_by)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        document.id,
        document.clientId,
        document.unitId,
        document.nodeCode,
        DOCUMENT_STATUS[document.status],
        document.boxId,
        document.dueDay,
        document.createdAt.getTime(),
        document.createdBy,
      ],
    );
    await this.addValues(code, document);
    await this.addFiles(code, document);
    return code;
  }

  async find(scope: Scope, id: string): Promise<StoredDocument | null> {
    const within = withinScope(scope, 'd');
    const row = await this.sql.first<DocumentRow>(
      `SELECT d.id, d.code, d.client_id, d.node_code FROM document d WHERE d.id = ? AND d.deleted_at IS NULL AND ${within.sql}`,
      [id, ...within.parameters],
    );
    return row && { id: row.id, code: row.code, clientId: row.client_id, nodeCode: row.node_code };
  }

  async filesOf(scope: Scope, document: StoredDocument): Promise<StoredFile[]> {
    const within = withinScope(scope, 'd');
    const rows = await this.sql.rows<FileRow>(
      `SELECT ${FILE_COLUMNS} FROM document_file f JOIN document d ON d.code = f.document_code
       WHERE f.document_code = ? AND f.deleted_at IS NULL AND d.deleted_at IS NULL AND ${within.sql} ORDER BY f.position`,
      [document.code, ...within.parameters],
    );
    return rows.map(toStoredFile);
  }

  async findFile(scope: Scope, fileId: string): Promise<StoredFile | null> {
    const within = withinScope(scope, 'd');
    const row = await this.sql.first<FileRow>(
      `SELECT ${FILE_COLUMNS} FROM document_file f JOIN document d ON d.code = f.document_code
       WHERE f.id = ? AND f.deleted_at IS NULL AND d.deleted_at IS NULL AND ${within.sql}`,
      [fileId, ...within.parameters],
    );
    return row && toStoredFile(row);
  }

  async markDeleted(scope: Scope, document: StoredDocument, at: Date): Promise<string[] | null> {
    return this.sql.together(() => this.takeAway(scope, document, at));
  }

  private async takeAway(scope: Scope, document: StoredDocument, at: Date): Promise<string[] | null> {
    const within = withinScope(scope, 'document');
    const { affected } = await this.sql.write(
      `UPDATE document SET status = ?, deleted_at = ? WHERE code = ? AND deleted_at IS NULL AND ${within.sql}`,
      [DOCUMENT_STATUS.deleted, at.getTime(), document.code, ...within.parameters],
    );
    if (affected === 0) return null;
    const files = await this.sql.rows<{ object_key: string }>(
      'SELECT f.object_key FROM document_file f WHERE f.document_code = ? AND f.client_id = ? AND f.deleted_at IS NULL',
      [document.code, document.clientId],
    );
    await this.sql.write('UPDATE document_file SET deleted_at = ? WHERE document_code = ? AND client_id = ? AND deleted_at IS NULL', [
      at.getTime(),
      document.code,
      document.clientId,
    ]);
    await this.sql.write(
      `UPDATE share SET live_file_id = NULL, revoked_at = ? WHERE client_id = ? AND revoked_at IS NULL
       AND file_id IN (SELECT f.id FROM document_file f WHERE f.document_code = ?)`,
      [at.getTime(), document.clientId, document.code],
    );
    return files.map((file) => file.object_key);
  }

  private async addValues(code: number, document: NewDocument): Promise<void> {
    await this.sql.insert(
      'document_value',
      ['document_code', 'field_code', 'value', 'value_key'],
      document.values.map(({ fieldCode, text, key }) => [code, fieldCode, text, valueKey(key)]),
    );
    await this.sql.insert(
      'document_list_row',
      ['document_code', 'list_id', 'row_code'],
      [...document.rows].map(([listId, rowCode]) => [code, listId, rowCode]),
    );
  }

  private async addFiles(code: number, document: NewDocument): Promise<void> {
    await this.sql.insert(
      'document_file',
      ['id', 'document_code', 'client_id', 'position', 'object_key', 'size', 'sha256', 'name', 'extension', 'version', 'created_at'],
      document.files.map((file, position) => [
        file.id,
        code,
        document.clientId,
        position,
        file.key,
        file.size,
        file.sha256,
        file.name,
        file.extension,
        file.version,
        document.createdAt.getTime(),
      ]),
    );
  }
}
