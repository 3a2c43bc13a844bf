import type { Scope } from '#domain/access/scope';
import type { StoredDocument } from '#domain/documents/document';
import type { NewFile, StoredFile } from '#domain/files/document-file';
import { withinScope } from '../scope-condition';
import { batches } from '../batches';
import { idBytes, textIn } from '../id-bytes';
import { PurgedUse } from '../retention/purged-use';
import { queueFiles, removeReadings } from '../text-extraction/file-entries';
import type { FileWords } from '../text-extraction/file-words';
import { places, type Sql } from '../sql';
import { DOCUMENT_FILE, FILE_COLUMNS, toStoredFile, type FileRow } from './file-row';

/** The file rows of documents; part of the document repository. Raw SQL: on the path of every create and download. */
export class DocumentFiles {
  /** @param readsFiles whether their texts and previews are to be made */
  constructor(
    private readonly sql: Sql,
    private readonly readsFiles: boolean,
    private readonly words: FileWords,
  ) {}

  async of(scope: Scope, document: StoredDocument): Promise<StoredFile[]> {
    const within = withinScope(scope, 'document');
    const rows = await this.sql.rows<FileRow>(
      `SELECT ${FILE_COLUMNS} FROM document_file file
       JOIN document ON document.client_id = file.client_id AND document.code = file.document_code
       WHERE file.document_code = ? AND file.deleted_at IS NULL AND document.deleted_at IS NULL AND ${within.sql} ORDER BY file.position`,
      [document.code, ...within.parameters],
    );
    return rows.map(toStoredFile);
  }

  async find(scope: Scope, fileId: string): Promise<StoredFile | null> {
    const within = withinScope(scope, 'document');
    const row = await this.sql.first<FileRow>(
      `SELECT ${FILE_COLUMNS} FROM document_file file
       JOIN document ON document.client_id = file.client_id AND document.code = file.document_code
       WHERE file.id = ? AND file.deleted_at IS NULL AND document.deleted_at IS NULL AND ${within.sql}`,
      [fileId, ...within.parameters],
    );
    return row && toStoredFile(row);
  }

  /** Appends after all positions ever used in the document. */
  async append(document: StoredDocument, files: readonly NewFile[], at: Date): Promise<void> {
    const row = await this.sql.first<{ free: number }>(
      'SELECT COALESCE(MAX(position) + 1, 0) AS free FROM document_file WHERE document_code = ? AND client_id = ?',
      [document.code, idBytes(document.clientId)],
    );
    const first = Number(row?.free ?? 0);
    await this.add(files.map((file, index) => ({ ...document, file: { ...file, position: first + index, createdAt: at } })));
    await this.count(document, files.length);
  }

  /** Of one document or several; the documents' own statements count them. */
  async add(
    files: readonly (Pick<StoredDocument, 'code' | 'clientId'> & { file: NewFile & { position: number; createdAt: Date } })[],
  ): Promise<void> {
    await this.sql.insert(
      'document_file',
      ['document_code', 'client_id', ...DOCUMENT_FILE.names],
      files.map(({ code, clientId, file }) => [code, idBytes(clientId), ...DOCUMENT_FILE.values({ ...file, deletedAt: null })]),
    );
    if (this.readsFiles) await queueFiles(this.sql, files.map(({ clientId, file }) => ({ ...file, clientId }))); // prettier-ignore
  }

  async remove(document: StoredDocument, fileId: string, at: Date): Promise<string[] | null> {
    const file = await this.sql.first<{ object_key: string }>(
      'SELECT object_key FROM document_file WHERE id = ? AND document_code = ? AND client_id = ? AND deleted_at IS NULL',
      [fileId, document.code, idBytes(document.clientId)],
    );
    if (!file) return null;
    await this.sql.write('UPDATE document_file SET deleted_at = ? WHERE id = ? AND client_id = ?', [
      at.getTime(),
      fileId,
      idBytes(document.clientId),
    ]);
    await this.sql.write('UPDATE share SET live_file_id = NULL, revoked_at = ? WHERE live_file_id = ? AND client_id = ?', [
      at.getTime(),
      fileId,
      idBytes(document.clientId),
    ]);
    await this.count(document, -1);
    const previews = await removeReadings(this.sql, this.words, document.clientId, [fileId]);
    return [file.object_key, ...previews, ...(await this.removeVersions(document, [fileId], at))];
  }

  private async count({ code, clientId }: StoredDocument, more: number): Promise<void> {
    await this.sql.write('UPDATE document SET file_count = file_count + ? WHERE code = ? AND client_id = ?', [
      more,
      code,
      idBytes(clientId),
    ]);
  }

  /** Removes all files of a document with their shares; answers the keys of their objects. */
  async removeAll(document: StoredDocument, at: Date): Promise<string[]> {
    const files = await this.sql.rows<{ id: string; object_key: string }>(
      'SELECT id, object_key FROM document_file WHERE document_code = ? AND client_id = ? AND deleted_at IS NULL',
      [document.code, idBytes(document.clientId)],
    );
    await this.sql.write('UPDATE document_file SET deleted_at = ? WHERE document_code = ? AND client_id = ? AND deleted_at IS NULL', [
      at.getTime(),
      document.code,
      idBytes(document.clientId),
    ]);
    await this.sql.write(
      `UPDATE share SET live_file_id = NULL, revoked_at = ? WHERE client_id = ? AND revoked_at IS NULL
       AND file_id IN (SELECT id FROM document_file WHERE client_id = ? AND document_code = ?)`,
      [at.getTime(), idBytes(document.clientId), idBytes(document.clientId), document.code],
    );
    const ids = files.map((file) => file.id);
    const previews = await removeReadings(this.sql, this.words, document.clientId, ids);
    return [...files.map((file) => file.object_key), ...previews, ...(await this.removeVersions(document, ids, at))];
  }

  /** Those that were removed with the document, to be read again; answers the keys of their objects. */
  async restore(document: StoredDocument, deletedAt: Date): Promise<string[]> {
    const parameters = [document.code, idBytes(document.clientId), deletedAt.getTime()];
    const files = await this.sql.rows<{ id: string; extension: string; object_key: string }>(
      'SELECT id, extension, object_key FROM document_file WHERE document_code = ? AND client_id = ? AND deleted_at = ?',
      parameters,
    );
    await this.sql.write(
      'UPDATE document_file SET deleted_at = NULL WHERE document_code = ? AND client_id = ? AND deleted_at = ?',
      parameters,
    );
    await this.count(document, files.length);
    if (this.readsFiles) await queueFiles(this.sql, files.map((file) => ({ ...file, clientId: document.clientId }))); // prettier-ignore
    return files.map((file) => file.object_key);
  }

  /** Former versions are removed with their files; bills of the time before count them (ADR 50). */
  private async removeVersions({ code, clientId }: StoredDocument, fileIds: readonly string[], at: Date): Promise<string[]> {
    const keys: string[] = [];
    const use = new PurgedUse(this.sql, clientId);
    for (const batch of batches(fileIds)) {
      const rows = await this.sql.rows<{ object_key: string; size: number; replaced_at: number; unit_id: string | null }>(
        `SELECT version.object_key, version.size, version.replaced_at, (SELECT ${textIn('document.unit_id')} FROM document
         WHERE document.code = ? AND document.client_id = ?) AS unit_id
         FROM file_version version WHERE version.file_id IN (${places(batch)}) AND version.client_id = ?`,
        [code, idBytes(clientId), ...batch, idBytes(clientId)],
      );
      if (rows.length > 0)
        await this.sql.write(`DELETE FROM file_version WHERE file_id IN (${places(batch)}) AND client_id = ?`, [
          ...batch,
          idBytes(clientId),
        ]);
      for (const row of rows) {
        keys.push(row.object_key);
        use.addHeld(row.unit_id, Number(row.replaced_at), at.getTime(), { bytes: Number(row.size) });
      }
    }
    if (keys.length > 0) await use.store();
    return keys;
  }
}
