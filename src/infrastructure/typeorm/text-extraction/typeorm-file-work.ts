import { Injectable } from '@nestjs/common';
import {
  type FailedReading,
  type FileContent,
  type FileReading,
  FileWork,
  type HeldFile,
  MOST_COUNTED,
  type StoredPreview,
  type WorkCounts,
} from '#application/ports/text-extraction';
import { TextIndex } from '#application/ports/text-index';
import type { Scope } from '#domain/access/scope';
import { kindOf, mayBeScanned, type LevelReading, type ReadingFault, type ReadingState, type WorkKind } from '#domain/files/file-reading';
import { isDuplicate } from '../database-errors';
import { ofClients, type Condition } from '../scope-condition';
import { idBytes, idOf } from '../id-bytes';
import { places, Sql, type Parameter } from '../sql';
import { queueFiles, removeMade } from './file-entries';
import { FileWords } from './file-words';
import { pageOf, toParts } from './text-parts';
import { WorkClaims } from './work-claims';

const HELD = "file_id = ? AND kind = ? AND client_id = ? AND fence = ? AND state = 'pending'";
const holding = ({ id, kind, clientId, fence }: HeldFile): Parameter[] => [id, kind, idBytes(clientId), fence];

interface ReadingRow {
  state: ReadingState;
  fault: ReadingFault | null;
  engine: string | null;
  pages: number;
  is_cut: number;
}

/** Raw SQL: leases are by the database's clock, and whoever has lost one must change nothing. */
@Injectable()
export class TypeOrmFileWork extends FileWork {
  private readonly claims: WorkClaims;
  private readonly words: FileWords;

  constructor(
    private readonly sql: Sql,
    index: TextIndex,
  ) {
    super();
    this.claims = new WorkClaims(sql);
    this.words = new FileWords(sql, index);
  }

  claim(leaseMs: number): Promise<HeldFile | null> {
    return this.claims.next(leaseMs);
  }

  spent({ clientId }: HeldFile, milliseconds: number): void {
    this.claims.turns.spent(clientId, milliseconds);
  }

  async finish(held: HeldFile, { pages, words, engine, isCut }: FileContent, preview: StoredPreview | null): Promise<boolean> {
    const parts = await toParts(pages);
    // First: in this order others hold both.
    const documentCode = held.kind === 'read' ? await this.words.hold(held) : null;
    const state: ReadingState = pages.some((page) => page !== '') ? 'done' : 'empty';
    const { affected } = await this.sql.write(
      `UPDATE file_work SET state = ?, engine = ?, pages = ?, is_cut = ?, fault = NULL WHERE ${HELD}`,
      [held.kind === 'read' ? state : 'done', engine, pages.length, Number(isCut), ...holding(held)],
    );
    if (affected === 0) return false;
    const { id, clientId, kind } = held;
    if (kind === 'read') {
      // Of a file that is read once more.
      await this.sql.write('DELETE FROM file_text WHERE file_id = ? AND client_id = ?', [id, idBytes(clientId)]);
      if (documentCode !== null) await this.words.put(documentCode, held, words);
    }
    await this.sql.insert(
      'file_text',
      ['file_id', 'first_page', 'client_id', 'pages'],
      parts.map((part) => [id, part.firstPage, idBytes(clientId), part.pages]),
    );
    if (!preview) return true;
    const { pixels, key, size, sha256 } = preview;
    await this.sql.insert(
      'file_preview',
      ['file_id', 'pixels', 'client_id', 'object_key', 'size', 'sha256'],
      [[id, pixels, idBytes(clientId), key, size, sha256]],
    );
    return true;
  }

  async giveUp(held: HeldFile, state: 'failed' | 'skipped', fault: ReadingFault): Promise<void> {
    await this.sql.write(`UPDATE file_work SET state = ?, fault = ? WHERE ${HELD}`, [state, fault, ...holding(held)]);
  }

  async tryLater(held: HeldFile, waitMs: number): Promise<void> {
    await this.sql.write(`UPDATE file_work SET next_at = ${this.sql.now} + ?, kills = ?, is_served = 0 WHERE ${HELD}`, [
      waitMs,
      held.kills,
      ...holding(held),
    ]);
  }

  async extend(held: HeldFile, leaseMs: number): Promise<void> {
    await this.sql.write(`UPDATE file_work SET next_at = ${this.sql.now} + ? WHERE ${HELD}`, [leaseMs, ...holding(held)]);
  }

  async release(held: HeldFile): Promise<void> {
    await this.sql.write(`UPDATE file_work SET next_at = ${this.sql.now}, tries = tries - 1 WHERE ${HELD}`, holding(held));
  }

  free(): Promise<void> {
    return this.claims.free();
  }

  async find(scope: Scope, fileId: string, kind: WorkKind): Promise<FileReading | null> {
    const within = ofClients(scope, 'file_work');
    const row = await this.sql.first<ReadingRow>(
      `SELECT state, fault, engine, pages, is_cut FROM file_work WHERE file_id = ? AND kind = ? AND ${within.sql}`,
      [fileId, kind, ...within.parameters],
    );
    return row && { state: row.state, fault: row.fault, engine: row.engine, pages: row.pages, isCut: row.is_cut === 1 };
  }

  async page(scope: Scope, fileId: string, page: number): Promise<string | null> {
    const within = ofClients(scope, 'file_text');
    const part = await this.sql.first<{ first_page: number; pages: Uint8Array }>(
      `SELECT first_page, pages FROM file_text WHERE file_id = ? AND first_page <= ? AND ${within.sql} ORDER BY first_page DESC LIMIT 1`,
      [fileId, page, ...within.parameters],
    );
    return part && pageOf({ firstPage: part.first_page, pages: part.pages }, page);
  }

  async preview(scope: Scope, fileId: string, pixels: number): Promise<StoredPreview | null> {
    const within = ofClients(scope, 'preview');
    return this.sql.first<StoredPreview>(
      `SELECT preview.object_key AS "key", preview.size, preview.sha256, preview.pixels FROM file_preview preview
       WHERE preview.file_id = ? AND preview.pixels = ? AND ${within.sql}`,
      [fileId, pixels, ...within.parameters],
    );
  }

  async wantLarge(scope: Scope, fileId: string): Promise<void> {
    const within = ofClients(scope, 'file');
    try {
      await this.sql.write(
        `INSERT INTO file_work (file_id, kind, client_id, state, next_at)
         SELECT file.id, 'large', file.client_id, 'pending', ${this.sql.now} FROM document_file file
         WHERE file.id = ? AND file.deleted_at IS NULL AND ${within.sql}`,
        [fileId, ...within.parameters],
      );
    } catch (error) {
      // Two asked at once.
      if (!isDuplicate(error)) throw error;
    }
  }

  async losePreview(scope: Scope, fileId: string, kind: WorkKind, key: string): Promise<void> {
    const { sql: within, parameters } = clientIn(scope);
    await this.sql.together(async () => {
      const { affected } = await this.sql.write(`DELETE FROM file_preview WHERE file_id = ? AND object_key = ? AND ${within}`, [
        fileId,
        key,
        ...parameters,
      ]);
      if (affected === 0) return;
      await this.sql.write(
        `UPDATE file_work SET state = 'pending', next_at = ${this.sql.now}, tries = 0, fence = fence + 1 WHERE file_id = ? AND kind = ? AND ${within}`,
        [fileId, kind, ...parameters],
      );
    });
  }

  async replaced(scope: Scope, fileIds: readonly string[]): Promise<string[]> {
    const among = [...fileIds, idBytes(scope.clientId)];
    // First: it waits for a reader that is about to store what it has read.
    const { affected } = await this.sql.write(
      `UPDATE file_work SET state = 'pending', next_at = ${this.sql.now}, tries = 0, kills = 0, fence = fence + 1, engine = NULL, fault = NULL, pages = 0
       WHERE kind = 'read' AND file_id IN (${places(fileIds)}) AND client_id = ?`,
      among,
    );
    if (affected === 0) return [];
    await this.sql.write(`DELETE FROM file_work WHERE kind = 'large' AND file_id IN (${places(fileIds)}) AND client_id = ?`, among);
    return removeMade(this.sql, this.words, scope.clientId, fileIds);
  }

  async counts(): Promise<WorkCounts> {
    const count = async (state: ReadingState) => {
      const row = await this.sql.first<{ files: number }>(
        'SELECT COUNT(*) AS files FROM (SELECT file_id FROM file_work WHERE state = ? LIMIT ?) counted',
        [state, MOST_COUNTED],
      );
      return Number(row?.files);
    };
    return { pending: await count('pending'), failed: await count('failed') };
  }

  async failed(afterId: string, limit: number): Promise<FailedReading[]> {
    return this.sql.rows<FailedReading>(
      `SELECT file_work.file_id AS id, document.id AS "documentId", client.name AS "clientName", file.extension, file_work.fault,
       file_work.tries FROM file_work
       CROSS JOIN document_file file ON file.client_id = file_work.client_id AND file.id = file_work.file_id
       CROSS JOIN document ON document.client_id = file_work.client_id AND document.code = file.document_code
       CROSS JOIN client ON client.id = file_work.client_id
       WHERE file_work.state = 'failed' AND file_work.kind = 'read' AND file_work.file_id > ? ORDER BY file_work.file_id LIMIT ?`,
      [afterId, limit],
    );
  }

  async tryAgain(afterId: string, limit: number): Promise<{ last: string | null; again: number }> {
    const rows = await this.sql.rows<{ file_id: string }>(
      `SELECT file_id FROM file_work WHERE state IN ('failed', 'skipped')
       AND fault IN ('no-engine', 'switched-off', 'too-heavy', 'unreadable') AND file_id > ? ORDER BY file_id LIMIT ?`,
      [afterId, limit],
    );
    const ids = rows.map((row) => row.file_id);
    if (ids.length === 0) return { last: null, again: 0 };
    const { affected } = await this.sql.write(
      `UPDATE file_work SET state = 'pending', next_at = ${this.sql.now}, tries = 0, kills = 0, fault = NULL
       WHERE state IN ('failed', 'skipped') AND file_id IN (${places(ids)})`,
      ids,
    );
    return { last: ids.at(-1) ?? null, again: affected };
  }

  async queueScans(afterId: string, limit: number): Promise<{ last: string | null; again: number }> {
    const rows = await this.sql.rows<{
      file_id: string;
      client_id: Uint8Array;
      node_code: number;
      engine: string | null;
      extension: string;
    }>(
      `SELECT file_work.file_id, file_work.client_id, file_work.engine, file.extension, document.node_code FROM file_work
       CROSS JOIN document_file file ON file.client_id = file_work.client_id AND file.id = file_work.file_id
       CROSS JOIN document ON document.client_id = file_work.client_id AND document.code = file.document_code
       WHERE file_work.state = 'empty' AND file_work.kind = 'read' AND file_work.file_id > ? ORDER BY file_work.file_id LIMIT ?`,
      [afterId, limit],
    );
    const readings = new Map<number, LevelReading>();
    const ids: string[] = [];
    for (const { file_id: id, client_id: client, node_code: nodeCode, engine, extension } of rows) {
      if (engine?.includes('tesseract') || !mayBeScanned(kindOf(extension))) continue;
      const reading = readings.get(nodeCode) ?? (await this.claims.readingOf(nodeCode, idOf(client)));
      readings.set(nodeCode, reading);
      if (reading === 'ocr') ids.push(id);
    }
    const last = rows.at(-1)?.file_id ?? null;
    if (ids.length === 0) return { last, again: 0 };
    const { affected } = await this.sql.write(
      `UPDATE file_work SET state = 'pending', next_at = ${this.sql.now}, tries = 0, kills = 0
       WHERE state = 'empty' AND kind = 'read' AND file_id IN (${places(ids)})`,
      ids,
    );
    return { last, again: affected };
  }

  /** A file that another process enters meanwhile is entered once: in that case the whole range is looked at again. */
  async queueOld(afterId: string, limit: number): Promise<{ last: string | null; queued: number }> {
    const rows = await this.sql.rows<{ id: string; client_id: Uint8Array; extension: string; file_id: string | null }>(
      `SELECT file.id, file.client_id, file.extension, file_work.file_id FROM document_file file
       LEFT JOIN file_work ON file_work.client_id = file.client_id AND file_work.file_id = file.id AND file_work.kind = 'read'
       WHERE file.id > ? AND file.deleted_at IS NULL ORDER BY file.id LIMIT ?`,
      [afterId, limit],
    );
    const missing = rows
      .filter((row) => row.file_id === null)
      .map(({ id, client_id: client, extension }) => ({ id, clientId: idOf(client), extension }));
    const last = rows.at(-1)?.id ?? null;
    try {
      return { last, queued: await queueFiles(this.sql, missing) };
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return { last: afterId, queued: 0 };
    }
  }
}

/** For statements without an alias. */
function clientIn(scope: Scope): Condition {
  const { sql, parameters } = ofClients(scope, 'only');
  return { sql: sql.replace('only.', ''), parameters };
}
