import type { RecordedFile, RecordedShare, RecordedVersion } from '#application/ports/client-records';
import { ColumnsOf, moment, momentOrNull, plain } from '../columns-of';
import { DOCUMENT_FILE, type FileHead } from '../documents/file-row';
import type { Sql } from '../sql';
import { FLOW_FILE } from '../workflows/workflow-rows';
import { Grouped } from './grouped';

const VERSION = new ColumnsOf<RecordedVersion>({
  number: plain('number'),
  key: plain('object_key'),
  size: plain('size'),
  sha256: plain('sha256'),
  version: plain('version'),
  replacedAt: moment('replaced_at'),
});

const SHARE = new ColumnsOf<RecordedShare>({
  id: plain('id'),
  createdAt: moment('created_at'),
  expiresAt: momentOrNull('expires_at'),
  revokedAt: momentOrNull('revoked_at'),
});

export type RecordedDocumentFile = RecordedFile & { shares: readonly RecordedShare[] };
export type RecordedFlowFile = RecordedFile & { toSign: boolean };

/** Files with what they were before they were replaced, and with their shares. */
export class FileRecords {
  constructor(private readonly sql: Sql) {}

  async ofDocuments(codes: readonly number[]): Promise<(code: number) => RecordedDocumentFile[]> {
    const files = await this.heads('document_file', 'document_code', DOCUMENT_FILE, codes);
    const ids = files.all.map(({ id }) => id);
    const [former, shares] = [await this.former(ids), await this.shares(ids)];
    return (code) => files.get(code).map((file) => ({ ...file, former: former.get(file.id), shares: shares.get(file.id) }));
  }

  async ofFlows(codes: readonly number[]): Promise<(code: number) => RecordedFlowFile[]> {
    const files = await this.heads('workflow_file', 'workflow_code', FLOW_FILE, codes);
    const former = await this.former(files.all.map(({ id }) => id));
    return (code) => files.get(code).map((file) => ({ ...file, former: former.get(file.id) }));
  }

  async addToDocument(clientId: string, code: number, files: readonly RecordedDocumentFile[]): Promise<void> {
    await this.add<FileHead>('document_file', ['document_code', code], clientId, DOCUMENT_FILE, files);
    await this.sql.insert(
      'share',
      ['file_id', 'live_file_id', 'client_id', ...SHARE.names],
      files.flatMap(({ id, shares }) =>
        shares.map((share) => [id, share.revokedAt === null ? id : null, clientId, ...SHARE.values(share)]),
      ),
    );
  }

  async addToFlow(clientId: string, code: number, files: readonly RecordedFlowFile[]): Promise<void> {
    await this.add<FileHead & { toSign: boolean }>('workflow_file', ['workflow_code', code], clientId, FLOW_FILE, files);
  }

  private async add<Head extends FileHead>(
    table: string,
    [owner, code]: readonly [string, number],
    clientId: string,
    columns: ColumnsOf<Head>,
    files: readonly (Head & RecordedFile)[],
  ): Promise<void> {
    await this.sql.insert(
      table,
      [owner, 'client_id', ...columns.names],
      files.map((file) => [code, clientId, ...columns.values(file)]),
    );
    await this.sql.insert(
      'file_version',
      ['file_id', 'client_id', ...VERSION.names],
      files.flatMap(({ id, former }) => former.map((version) => [id, clientId, ...VERSION.values(version)])),
    );
  }

  private heads<Head>(table: string, owner: string, columns: ColumnsOf<Head>, codes: readonly number[]): Promise<Grouped<Head>> {
    return Grouped.of(
      this.sql,
      codes,
      (list) =>
        `SELECT f.${owner} AS owner, ${columns.of('f')} FROM ${table} f WHERE f.${owner} IN (${list}) ORDER BY f.${owner}, f.position, f.id`,
      (row) => columns.read(row),
    );
  }

  private former(ids: readonly string[]): Promise<Grouped<RecordedVersion>> {
    return Grouped.of(
      this.sql,
      ids,
      (list) =>
        `SELECT v.file_id AS owner, ${VERSION.of('v')} FROM file_version v WHERE v.file_id IN (${list}) ORDER BY v.file_id, v.number`,
      (row) => VERSION.read(row),
    );
  }

  private shares(ids: readonly string[]): Promise<Grouped<RecordedShare>> {
    return Grouped.of(
      this.sql,
      ids,
      (list) => `SELECT s.file_id AS owner, ${SHARE.of('s')} FROM share s WHERE s.file_id IN (${list}) ORDER BY s.file_id, s.id`,
      (row) => SHARE.read(row),
    );
  }
}
