import { Injectable } from '@nestjs/common';
import { WriteConflict } from '#application/support/errors';
import { DocumentCounts, type MiscountedLevel } from '#application/ports/documents';
import { NOBODY_ID } from '#domain/access/actor';
import { grouped } from '../batches';
import { idBytes, idOf } from '../id-bytes';
import { places, Sql } from '../sql';
import { insertDifferences, type Difference } from './document-counts';

/** Rows that are folded together. */
const BATCH = 500;

/** Of a level, in the order of the index. */
interface Place {
  clientId: string;
  nodeCode: number;
}

/** No client comes before it. */
const FIRST: Place = { clientId: NOBODY_ID, nodeCode: 0 };

interface Row {
  client_id: Uint8Array;
  node_code: number;
  live: number | string;
  deleted: number | string;
}

const toDifference = (row: Row): Difference => ({
  clientId: idOf(row.client_id),
  nodeCode: row.node_code,
  live: Number(row.live),
  deleted: Number(row.deleted),
});

const levelOf = ({ client_id: client, node_code: nodeCode }: Row) => `${idOf(client)} ${nodeCode}`;

/** Raw SQL: sums of many rows. */
@Injectable()
export class TypeOrmDocumentCounts extends DocumentCounts {
  constructor(private readonly sql: Sql) {
    super();
  }

  async fold(signal?: AbortSignal, limit = BATCH): Promise<void> {
    for (let from: Place | null = FIRST; from && !signal?.aborted;) from = await this.foldFrom(from, limit);
  }

  async clientIds(): Promise<string[]> {
    return (await this.sql.rows<{ id: Uint8Array }>('SELECT id FROM client ORDER BY id')).map(({ id }) => idOf(id));
  }

  async compare(clientId: string): Promise<MiscountedLevel[]> {
    return this.named(clientId, await this.missing(clientId));
  }

  async renew(clientId: string): Promise<MiscountedLevel[]> {
    return this.sql.together(async () => {
      // Else two that renew at once would both add what is missing.
      await this.sql.rows(`SELECT id FROM client WHERE id = ? ${this.sql.isSqlite ? '' : 'FOR UPDATE'}`, [idBytes(clientId)]);
      const missing = await this.missing(clientId);
      await insertDifferences(this.sql, missing);
      return this.named(clientId, missing);
    });
  }

  /**
   * The rows are read without locks, for these would make creates wait; they never change, so it is enough that all are still there.
   * Answers where to go on.
   */
  private async foldFrom({ clientId, nodeCode }: Place, limit: number): Promise<Place | null> {
    const rows = await this.sql.rows<Row & { code: number }>(
      `SELECT code, client_id, node_code, live, deleted FROM document_count
       WHERE client_id > ? OR (client_id = ? AND node_code >= ?) ORDER BY client_id, node_code LIMIT ?`,
      [idBytes(clientId), idBytes(clientId), nodeCode, limit],
    );
    const ofLevel = grouped(rows, levelOf);
    const several = rows.filter((row) => ofLevel(levelOf(row)).length > 1);
    // Otherwise another process is at it.
    const isDone = several.length === 0 || (await this.replace(several));
    const last = rows.at(-1);
    return isDone && last && rows.length === limit ? { clientId: idOf(last.client_id), nodeCode: last.node_code } : null;
  }

  private async replace(rows: readonly (Row & { code: number })[]): Promise<boolean> {
    const codes = rows.map(({ code }) => code);
    const replacing = this.sql.together(async () => {
      const { affected } = await this.sql.write(`DELETE FROM document_count WHERE code IN (${places(codes)})`, codes);
      if (affected < codes.length) throw new WriteConflict('these counts are folded already');
      await insertDifferences(this.sql, rows.map(toDifference));
      return true;
    });
    return replacing.catch((error: unknown) => {
      if (error instanceof WriteConflict) return false;
      throw error;
    });
  }

  /** One statement, so that documents and counts are of one moment, whoever writes meanwhile. */
  private async missing(clientId: string): Promise<Difference[]> {
    const client = idBytes(clientId);
    const rows = await this.sql.rows<Omit<Row, 'client_id'>>(
      `SELECT difference.node_code, SUM(difference.live) AS live, SUM(difference.deleted) AS deleted FROM (
         SELECT document.node_code, COUNT(*) - COUNT(document.deleted_at) AS live, COUNT(document.deleted_at) AS deleted
         FROM document WHERE document.client_id = ? GROUP BY document.node_code
         UNION ALL SELECT document_count.node_code, -SUM(document_count.live), -SUM(document_count.deleted) FROM document_count
         WHERE document_count.client_id = ? GROUP BY document_count.node_code) difference
       GROUP BY difference.node_code HAVING SUM(difference.live) <> 0 OR SUM(difference.deleted) <> 0 ORDER BY difference.node_code`,
      [client, client],
    );
    return rows.map((row) => toDifference({ client_id: client, ...row }));
  }

  private async named(clientId: string, levels: readonly Difference[]): Promise<MiscountedLevel[]> {
    const codes = levels.map(({ nodeCode }) => nodeCode);
    const rows = await this.sql.rows<{ id: string; code: number }>(
      `SELECT id, code FROM tree_node WHERE client_id = ? AND code IN (${places(codes)})`,
      [idBytes(clientId), ...codes],
    );
    const ids = new Map(rows.map(({ id, code }) => [code, id]));
    return codes.map((code) => ({ id: ids.get(code) ?? String(code), reason: 'it counts another number of documents' }));
  }
}
