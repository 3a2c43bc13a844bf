import { setImmediate as turn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { NOTHING_PURGED, Purge, type PurgedWithKeys } from '#application/ports/retention';
import { TextIndex } from '#application/ports/text-index';
import { TimeZone } from '#application/support/time-zone';
import { batches } from '../batches';
import { insertDifferences } from '../documents/document-counts';
import { deleteWords, type WordTable } from '../documents/word-rows';
import { idBytes, idOf, textIn } from '../id-bytes';
import { logBytes } from '../log-bytes';
import { places, Sql } from '../sql';
import { FILE_TO_PURGE, PurgedFiles, type FileToPurge } from './purged-files';
import { PurgedUse } from './purged-use';

/** Of one step: some milliseconds. */
const MERGED_PAGES = 64;

interface DocumentToPurge {
  code: number;
  unit_id: Uint8Array;
  node_code: number;
  created_at: number;
  deleted_at: number;
}

/** Raw SQL: of many documents at once. Rows of lists are locked before documents, as by those who change rows. */
@Injectable()
export class TypeOrmPurge extends Purge {
  constructor(
    private readonly sql: Sql,
    private readonly index: TextIndex,
    private readonly timeZone: TimeZone,
  ) {
    super();
  }

  async clients(): Promise<string[]> {
    return (await this.sql.rows<{ id: Uint8Array }>('SELECT id FROM client ORDER BY id')).map(({ id }) => idOf(id));
  }

  async documents(clientId: string, deletedBy: Date, limit: number): Promise<PurgedWithKeys | null> {
    const due = await this.sql.rows<{ code: number }>(
      'SELECT code FROM document WHERE client_id = ? AND deleted_at <= ? ORDER BY deleted_at, code LIMIT ?',
      [idBytes(clientId), deletedBy.getTime(), limit],
    );
    if (due.length === 0) return null;
    const rowCodes = await this.lockFiledRows(clientId, due.map(({ code }) => code)); // prettier-ignore
    const documents = await this.lockDue(clientId, deletedBy, due.map(({ code }) => code)); // prettier-ignore
    if (documents.length === 0) return { purged: NOTHING_PURGED, keys: [] };
    const codes = documents.map(({ code }) => code);
    const use = new PurgedUse(this.sql, clientId);
    for (const each of documents) use.addHeld(idOf(each.unit_id), each.created_at, each.deleted_at, { documents: 1 });
    const unitOf = new Map(documents.map((each) => [each.code, idOf(each.unit_id)]));
    const files = await this.sql.rows<Omit<FileToPurge, 'unitId'> & { document_code: number }>(
      `SELECT ${FILE_TO_PURGE}, file.document_code FROM document_file file
       WHERE file.document_code IN (${places(codes)}) AND file.client_id = ?`,
      [...codes, idBytes(clientId)],
    );
    const owned = files.map((file) => ({ ...file, unitId: unitOf.get(file.document_code) as string }));
    const keys = await new PurgedFiles(this.sql, this.timeZone, use, clientId).remove('document_file', owned, deletedBy.getTime());
    await this.index.remove(clientId, codes);
    await deleteWords(this.sql, clientId, 'document_words', codes);
    await this.leaveFlows(clientId, codes);
    for (const table of ['document_value', 'document_list_row'])
      await this.sql.write(`DELETE FROM ${table} WHERE client_id = ? AND document_code IN (${places(codes)})`, [
        idBytes(clientId),
        ...codes,
      ]);
    await this.sql.write(`DELETE FROM document WHERE code IN (${places(codes)}) AND client_id = ?`, [...codes, idBytes(clientId)]);
    await insertDifferences(
      this.sql,
      documents.map((each) => ({ clientId, nodeCode: each.node_code, live: 0, deleted: -1 })),
    );
    const rows = await this.removeUnusedRows(clientId, rowCodes);
    await use.store();
    return { purged: { ...NOTHING_PURGED, documents: codes.length, files: files.length, rows }, keys };
  }

  async flows(clientId: string, endedBy: Date, limit: number): Promise<PurgedWithKeys | null> {
    const flows = await this.sql.rows<{ code: number; started_at: number; ended_at: number }>(
      `SELECT workflow.code, workflow.started_at, workflow.ended_at FROM workflow
       WHERE workflow.client_id = ? AND workflow.emptied = 1 AND workflow.ended_at <= ?
       AND NOT EXISTS (SELECT 1 FROM workflow_document attached WHERE attached.client_id = ? AND attached.workflow_code = workflow.code)
       ORDER BY workflow.ended_at, workflow.code LIMIT ? ${this.locked}`,
      [idBytes(clientId), endedBy.getTime(), idBytes(clientId), limit],
    );
    if (flows.length === 0) return null;
    const codes = flows.map(({ code }) => code);
    const use = new PurgedUse(this.sql, clientId);
    for (const flow of flows) {
      use.add(null, flow.started_at, { flowsStarted: 1 });
      use.add(null, flow.ended_at, { flowsEnded: 1 });
    }
    const files = await this.sql.rows<Omit<FileToPurge, 'unitId'>>(
      `SELECT ${FILE_TO_PURGE} FROM workflow_file file WHERE file.workflow_code IN (${places(codes)}) AND file.client_id = ?`,
      [...codes, idBytes(clientId)],
    );
    const now = Number((await this.sql.first<{ read_at: number }>(`SELECT ${this.sql.now} AS read_at`))?.read_at);
    const owned = files.map((file) => ({ ...file, unitId: null }));
    const keys = await new PurgedFiles(this.sql, this.timeZone, use, clientId).remove('workflow_file', owned, now);
    for (const table of ['workflow_form_value', 'workflow_comment', 'workflow_execution', 'workflow_signing'])
      await this.sql.write(`DELETE FROM ${table} WHERE workflow_code IN (${places(codes)}) AND client_id = ?`, [
        ...codes,
        idBytes(clientId),
      ]);
    await this.sql.write(`DELETE FROM workflow WHERE code IN (${places(codes)}) AND client_id = ?`, [...codes, idBytes(clientId)]);
    await use.store();
    return { purged: { ...NOTHING_PURGED, flows: codes.length, files: files.length }, keys };
  }

  /** Not those that were removed with their document: until it is purged, a restore must find that they are gone. */
  async removedFiles(clientId: string, keys: readonly string[]): Promise<number> {
    const found = await this.sql.rows<Omit<FileToPurge, 'unitId'> & { unit_id: string }>(
      `SELECT ${FILE_TO_PURGE}, ${textIn('document.unit_id')} AS unit_id
       FROM document_file file JOIN document ON document.client_id = file.client_id AND document.code = file.document_code
       WHERE file.client_id = ? AND file.object_key IN (${places(keys)}) AND file.deleted_at IS NOT NULL
       AND (document.deleted_at IS NULL OR document.deleted_at <> file.deleted_at)`,
      [logBytes(clientId), ...keys],
    );
    if (found.length === 0) return 0;
    const files = found.map(({ unit_id: unitId, ...file }) => ({ ...file, unitId }));
    const use = new PurgedUse(this.sql, clientId);
    await new PurgedFiles(this.sql, this.timeZone, use, clientId).remove('document_file', files, 0);
    await use.store();
    return found.length;
  }

  /** FTS5 keeps the words of rows that are gone until the parts of its index are merged: first all of them are to be, then a few pages at a time. */
  async forgetWords(signal?: AbortSignal): Promise<void> {
    if (!this.sql.isSqlite) return;
    for (const table of ['document_words', 'document_contents'] as const)
      for (let pages = -MERGED_PAGES; !signal?.aborted && (await this.merge(table, pages)); pages = MERGED_PAGES) await turn();
  }

  /** SQLite's log has what was written before; whoever reads meanwhile keeps it until the next time. */
  async emptyLog(): Promise<void> {
    if (this.sql.isSqlite) await this.sql.write('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /** False: there is nothing to merge any more, by what FTS5 tells of it. Within a transaction, so that both are asked of the connection that writes. */
  private merge(table: WordTable, pages: number): Promise<boolean> {
    const changes = async () => Number((await this.sql.first<{ changes: number }>('SELECT total_changes() AS changes'))?.changes);
    return this.sql.together(async () => {
      const before = await changes();
      await this.sql.write(`INSERT INTO ${table}_index (${table}_index, rank) VALUES ('merge', ?)`, [pages]);
      return (await changes()) - before >= 2;
    });
  }

  private get locked(): string {
    return this.sql.isSqlite ? '' : 'FOR UPDATE';
  }

  /** Those that are still there: another process may have purged them, and a restore taken them back. */
  private lockDue(clientId: string, deletedBy: Date, codes: readonly number[]): Promise<DocumentToPurge[]> {
    return this.sql.rows<DocumentToPurge>(
      `SELECT code, unit_id, node_code, created_at, deleted_at FROM document
       WHERE code IN (${places(codes)}) AND client_id = ? AND deleted_at <= ? ORDER BY code ${this.locked}`,
      [...codes, idBytes(clientId), deletedBy.getTime()],
    );
  }

  /** Rows that the filing of a document has added, of lists whose rows no other list names. */
  private async lockFiledRows(clientId: string, documentCodes: readonly number[]): Promise<number[]> {
    const client = idBytes(clientId);
    const rows = await this.sql.rows<{ code: number }>(
      `SELECT list_row.code FROM list_row WHERE list_row.client_id = ? AND list_row.filed = 1
       AND list_row.code IN (SELECT row_code FROM document_list_row WHERE client_id = ? AND document_code IN (${places(documentCodes)}))
       AND NOT EXISTS (SELECT 1 FROM value_list WHERE value_list.parent_list_id = list_row.list_id AND value_list.client_id = ?)
       ORDER BY list_row.code`,
      [client, client, ...documentCodes, client],
    );
    const codes = rows.map(({ code }) => code);
    if (!this.sql.isSqlite && codes.length > 0)
      await this.sql.rows(`SELECT code FROM list_row WHERE code IN (${places(codes)}) AND client_id = ? ORDER BY code FOR UPDATE`, [
        ...codes,
        client,
      ]);
    return codes;
  }

  /** Whoever links a row locks it first, and finds that it is gone. */
  private async removeUnusedRows(clientId: string, rowCodes: readonly number[]): Promise<number> {
    const client = idBytes(clientId);
    let removed = 0;
    for (const some of batches(rowCodes)) {
      const used = await this.sql.rows<{ row_code: number }>(
        `SELECT DISTINCT row_code FROM document_list_row WHERE client_id = ? AND row_code IN (${places(some)})`,
        [idBytes(clientId), ...some],
      );
      const kept = new Set(used.map((row) => row.row_code));
      const codes = some.filter((code) => !kept.has(code));
      if (codes.length === 0) continue;
      await this.sql.write(`DELETE FROM list_row_value WHERE row_code IN (${places(codes)}) AND client_id = ?`, [...codes, client]);
      await this.sql.write(`DELETE FROM list_row WHERE code IN (${places(codes)}) AND client_id = ?`, [...codes, client]);
      removed += codes.length;
    }
    return removed;
  }

  private async leaveFlows(clientId: string, documentCodes: readonly number[]): Promise<void> {
    const values = [...documentCodes, idBytes(clientId)];
    const flows = await this.sql.rows<{ workflow_code: number }>(
      `SELECT DISTINCT workflow_code FROM workflow_document WHERE document_code IN (${places(documentCodes)}) AND client_id = ?`,
      values,
    );
    if (flows.length === 0) return;
    await this.sql.write(`DELETE FROM workflow_document WHERE document_code IN (${places(documentCodes)}) AND client_id = ?`, values);
    const codes = flows.map((row) => row.workflow_code);
    await this.sql.write(
      `UPDATE workflow SET emptied = 1 WHERE code IN (${places(codes)}) AND client_id = ?
       AND NOT EXISTS (SELECT 1 FROM workflow_document WHERE client_id = ? AND workflow_code = workflow.code)`,
      [...codes, idBytes(clientId), idBytes(clientId)],
    );
  }
}
