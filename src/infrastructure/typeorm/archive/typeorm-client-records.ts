import { Injectable } from '@nestjs/common';
import {
  ClientRecords,
  type RecordedDocument,
  type RecordedFile,
  type RecordedSignature,
  type RecordedVersion,
  type RestoredDocument,
} from '#application/ports/client-records';
import type { ChainedEvent } from '#domain/audit/audit-event';
import { DOCUMENT_STATUS, documentStatusOf, type DocumentStatus } from '#domain/documents/document';
import { eventOf, type EventRow } from '../audit/event-row';
import { places, Sql, type Parameter } from '../sql';
import { valueKey } from '../value-key';
import { batches } from './batches';
import { bytesOf, grouped, type BytesRow, type DocumentRow, type FileRow, type SignatureRow } from './client-record-rows';

@Injectable()
export class TypeOrmClientRecords extends ClientRecords {
  constructor(private readonly sql: Sql) {
    super();
  }

  async documentsAfter(clientId: string, code: number, limit: number): Promise<RecordedDocument[]> {
    const documents = await this.sql.rows<DocumentRow>(
      `SELECT d.id, d.code, d.unit_id, n.id AS level_id, d.status, d.box_id, d.due_day, d.created_at, d.created_by, d.changed_at, d.external_key, d.version
       FROM document d JOIN tree_node n ON n.code = d.node_code
       WHERE d.client_id = ? AND d.deleted_at IS NULL AND d.code > ? ORDER BY d.code LIMIT ?`,
      [clientId, code, limit],
    );
    const codes = documents.map((row) => row.code);
    const values = await this.of<{ document_code: number; id: string; value: string }>(
      codes,
      (list) => `SELECT v.document_code, f.id, v.value FROM document_value v JOIN field f ON f.code = v.field_code
                 WHERE v.document_code IN (${list}) ORDER BY v.document_code, f.id`,
    );
    const rows = await this.of<{ document_code: number; list_id: string; id: string }>(
      codes,
      (list) => `SELECT l.document_code, l.list_id, r.id FROM document_list_row l JOIN list_row r ON r.code = l.row_code
                 WHERE l.document_code IN (${list}) ORDER BY l.document_code, l.list_id`,
    );
    const valuesOf = grouped(
      values,
      (row) => row.document_code,
      ({ id, value }) => ({ fieldId: id, text: value }),
    );
    const rowsOf = grouped(
      rows,
      (row) => row.document_code,
      ({ list_id: listId, id }) => ({ listId, rowId: id }),
    );
    const filesOf = await this.files(codes);
    return documents.map((row) => ({
      id: row.id,
      code: row.code,
      unitId: row.unit_id,
      levelId: row.level_id,
      status: documentStatusOf(row.status) as DocumentStatus,
      boxId: row.box_id,
      dueDay: row.due_day,
      createdAt: new Date(row.created_at),
      createdBy: row.created_by,
      changedAt: row.changed_at === null ? null : new Date(row.changed_at),
      externalKey: row.external_key,
      version: row.version,
      values: valuesOf.get(row.code) ?? [],
      rows: rowsOf.get(row.code) ?? [],
      files: filesOf.get(row.code) ?? [],
    }));
  }

  async signaturesAfter(clientId: string, id: string, limit: number): Promise<RecordedSignature[]> {
    const rows = await this.sql.rows<SignatureRow>(
      `SELECT s.* FROM file_signature s JOIN document_file f ON f.id = s.file_id JOIN document d ON d.code = f.document_code
       WHERE s.client_id = ? AND s.id > ? AND f.deleted_at IS NULL AND d.deleted_at IS NULL ORDER BY s.id LIMIT ?`,
      [clientId, id, limit],
    );
    return rows.map((row) => ({
      id: row.id,
      code: row.code,
      fileId: row.file_id,
      sha256: row.sha256,
      originId: row.origin_id,
      legalPerson: row.legal_person === 1,
      signedAt: new Date(row.signed_at),
      signedBy: row.signed_by,
      address: row.address,
      details: row.details,
    }));
  }

  async eventsAfter(clientId: string, sequence: number, limit: number): Promise<ChainedEvent[]> {
    const rows = await this.sql.rows<EventRow>(
      'SELECT e.* FROM audit_event e WHERE e.client_id = ? AND e.sequence > ? ORDER BY e.sequence LIMIT ?',
      [clientId, sequence, limit],
    );
    return rows.map(eventOf);
  }

  async countDocuments(clientId: string): Promise<number> {
    const row = await this.sql.first<{ total: number }>(
      'SELECT COUNT(*) AS total FROM document d WHERE d.client_id = ? AND d.deleted_at IS NULL',
      [clientId],
    );
    return Number(row?.total);
  }

  async knownDocuments(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.of<{ id: string; client_id: string }>(
      ids,
      (list) => `SELECT d.id, d.client_id FROM document d WHERE d.id IN (${list})`,
    );
    return new Map(rows.map((row) => [row.id, row.client_id]));
  }

  async takenCodes(codes: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await this.of<{ code: number }>(codes, (list) => `SELECT d.code FROM document d WHERE d.code IN (${list})`);
    return new Set(rows.map(({ code }) => code));
  }

  async knownFiles(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.of<{ id: string }>(ids, (list) => `SELECT f.id FROM document_file f WHERE f.id IN (${list})`);
    return new Set(rows.map(({ id }) => id));
  }

  async add(clientId: string, document: RestoredDocument): Promise<void> {
    await this.sql.together(async () => {
      const level = await this.sql.first<{ code: number }>('SELECT n.code FROM tree_node n WHERE n.id = ? AND n.client_id = ?', [
        document.levelId,
        clientId,
      ]);
      if (!level) throw new Error(`there is no level ${document.levelId}`);
      const code = await this.addRow(clientId, document, level.code);
      const fields = await this.codes('field', document.values.map(({ fieldId }) => fieldId)); // prettier-ignore
      await this.sql.insert(
        'document_value',
        ['document_code', 'field_code', 'value', 'value_key', 'node_code'],
        document.values.map(({ fieldId, text, key }) => [code, fields.get(fieldId) as number, text, valueKey(key), level.code]),
      );
      const rows = await this.codes('list_row', document.rows.map(({ rowId }) => rowId)); // prettier-ignore
      await this.sql.insert(
        'document_list_row',
        ['document_code', 'list_id', 'row_code'],
        document.rows.map(({ listId, rowId }) => [code, listId, rows.get(rowId) as number]),
      );
      await this.addFiles(clientId, code, document.files);
    });
  }

  async addSignatures(clientId: string, signatures: readonly RecordedSignature[]): Promise<void> {
    const known = await this.of<{ id: string }>(
      signatures.map(({ id }) => id),
      (list) => `SELECT s.id FROM file_signature s WHERE s.id IN (${list})`,
    );
    const ids = new Set(known.map(({ id }) => id));
    await this.sql.insert(
      'file_signature',
      ['id', 'code', 'client_id', 'file_id', 'sha256', 'origin_id', 'legal_person', 'signed_at', 'signed_by', 'address', 'details'],
      signatures
        .filter(({ id }) => !ids.has(id))
        .map(({ id, code, fileId, sha256, originId, legalPerson, signedAt, signedBy, address, details }) => {
          return [id, code, clientId, fileId, sha256, originId, legalPerson ? 1 : 0, signedAt.getTime(), signedBy, address, details];
        }),
    );
  }

  private async addRow(clientId: string, document: RestoredDocument, nodeCode: number): Promise<number> {
    const columns =
      'id, client_id, unit_id, node_code, status, box_id, due_day, created_at, created_by, external_key, live_external_key, version, changed_at';
    const values: Parameter[] = [
      document.id,
      clientId,
      document.unitId,
      nodeCode,
      DOCUMENT_STATUS[document.status],
      document.boxId,
      document.dueDay,
      document.createdAt.getTime(),
      document.createdBy,
      document.externalKey,
      document.externalKey,
      document.version,
      document.changedAt?.getTime() ?? null,
    ];
    if (document.code === null)
      return (await this.sql.write(`INSERT INTO document (${columns}) VALUES (${places(values)})`, values)).insertedCode;
    const all = [document.code, ...values];
    await this.sql.write(`INSERT INTO document (code, ${columns}) VALUES (${places(all)})`, all);
    return document.code;
  }

  private async addFiles(clientId: string, code: number, files: readonly RecordedFile[]): Promise<void> {
    await this.sql.insert(
      'document_file',
      ['id', 'document_code', 'client_id', 'position', 'object_key', 'size', 'sha256', 'name', 'extension', 'version', 'created_at'],
      files.map(({ id, position, key, size, sha256, name, extension, version, createdAt }) => {
        return [id, code, clientId, position, key, size, sha256, name, extension, version, createdAt.getTime()];
      }),
    );
    await this.sql.insert(
      'file_version',
      ['file_id', 'number', 'client_id', 'object_key', 'size', 'sha256', 'version', 'replaced_at'],
      files.flatMap(({ id, former }) =>
        former.map(({ number, key, size, sha256, version, replacedAt }) => {
          return [id, number, clientId, key, size, sha256, version, replacedAt.getTime()];
        }),
      ),
    );
  }

  private async files(codes: readonly number[]): Promise<Map<string | number, RecordedFile[]>> {
    const files = await this.of<FileRow>(
      codes,
      (list) => `SELECT f.document_code, f.id, f.position, f.object_key, f.size, f.sha256, f.name, f.extension, f.version, f.created_at
                 FROM document_file f WHERE f.document_code IN (${list}) AND f.deleted_at IS NULL ORDER BY f.document_code, f.position`,
    );
    const former = await this.of<BytesRow & { file_id: string; number: number; version: string; replaced_at: number }>(
      files.map(({ id }) => id),
      (list) => `SELECT v.file_id, v.number, v.object_key, v.size, v.sha256, v.version, v.replaced_at
                 FROM file_version v WHERE v.file_id IN (${list}) ORDER BY v.file_id, v.number`,
    );
    const formerOf = grouped(former, (row) => row.file_id, (row): RecordedVersion => {
      return { ...bytesOf(row), number: row.number, version: row.version, replacedAt: new Date(row.replaced_at) };
    }); // prettier-ignore
    return grouped(files, (row) => row.document_code, (row): RecordedFile => {
      const { id, position, name, extension, version } = row;
      return { ...bytesOf(row), id, position, name, extension, version, createdAt: new Date(row.created_at), former: formerOf.get(id) ?? [] };
    }); // prettier-ignore
  }

  private async codes(table: 'field' | 'list_row', ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.of<{ id: string; code: number }>(ids, (list) => `SELECT x.id, x.code FROM ${table} x WHERE x.id IN (${list})`);
    return new Map(rows.map(({ id, code }) => [id, code]));
  }

  /** Rows for a list of things, in the order of the statement within each batch. */
  private async of<Row>(things: readonly Parameter[], statement: (list: string) => string): Promise<Row[]> {
    const found: Row[] = [];
    for (const batch of batches(things)) found.push(...(await this.sql.rows<Row>(statement(places(batch)), batch)));
    return found;
  }
}
