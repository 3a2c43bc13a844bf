import type { HeldFile } from '#application/ports/text-extraction';
import { PREVIEW_SIZES, USUAL_READING, type LevelReading, type WorkKind } from '#domain/files/file-reading';
import { idBytes, idOf } from '../id-bytes';
import type { Sql } from '../sql';
import { ClientTurns } from './client-turns';

/** Clients that are looked at for a file that is due: all of some may wait for their next try. */
const MOST_CLIENTS = 100;
/** More than one, as others claim the newest, too. */
const CANDIDATES = 4;

interface Row {
  file_id: string;
  client_id: Uint8Array;
  kind: WorkKind;
  fence: number;
  tries: number;
  kills: number;
  object_key: string;
  size: number;
  sha256: string;
  extension: string;
  node_code: number | null;
  /** Of the preview that is there. */
  preview_key: string | null;
}

interface LevelRow {
  parent_code: number | null;
  reading: LevelReading | null;
}

/** Before all clients. */
const NO_CLIENT = Buffer.alloc(16);

/** Raw SQL: leases are by the database's clock, and each look is along an index, however long the queue is. */
export class WorkClaims {
  /** Round-robin cursor: the client that was served last. */
  private lastClientId = '';
  /** It serves alone: what it takes is marked for the one after it. */
  private isAlone = false;
  readonly turns = new ClientTurns();

  constructor(private readonly sql: Sql) {}

  /**
   * Clients in turn, so that the import of one does not keep the others waiting, those that were read for longer than others last; of each the
   * newest file.
   */
  async next(leaseMs: number): Promise<HeldFile | null> {
    let isSecondRound = this.lastClientId === '';
    const ahead = new Set<string>();
    for (let looks = 0; looks < MOST_CLIENTS; looks++) {
      const clientId = await this.clientAfter(this.lastClientId);
      this.lastClientId = clientId ?? '';
      if (clientId !== null && this.turns.isAhead(clientId)) {
        if (ahead.has(clientId)) break;
        ahead.add(clientId);
        continue;
      }
      const held = clientId === null ? null : await this.newest(clientId, leaseMs);
      if (held) return held;
      if (clientId === null && isSecondRound) break;
      isSecondRound ||= clientId === null;
    }
    // Nobody else has a file, as far as was looked: the next look goes on from here.
    for (const clientId of this.turns.inOrder([...ahead])) {
      const held = await this.newest(clientId, leaseMs);
      if (!held) continue;
      this.turns.took(clientId);
      return held;
    }
    return null;
  }

  /** Of others that are alive, as `files read` beside the service, nothing is known: their files wait for the end of the lease. */
  async free(): Promise<void> {
    this.isAlone = true;
    const { now } = this.sql;
    await this.sql.write(
      `UPDATE file_work SET next_at = ${now}, fence = fence + 1, is_served = 0 WHERE state = 'pending' AND next_at > ${now} AND is_served = 1`,
    );
  }

  private async clientAfter(after: string): Promise<string | null> {
    const row = await this.sql.first<{ client_id: Uint8Array }>(
      "SELECT client_id FROM file_work WHERE state = 'pending' AND client_id > ? ORDER BY client_id LIMIT 1",
      [after === '' ? NO_CLIENT : idBytes(after)],
    );
    return row && idOf(row.client_id);
  }

  private async newest(clientId: string, leaseMs: number): Promise<HeldFile | null> {
    const rows = await this.sql.rows<Row>(
      `SELECT file_work.file_id, file_work.client_id, file_work.kind, file_work.fence, file_work.tries, file_work.kills,
         file.object_key, file.size, file.sha256, file.extension, document.node_code, preview.object_key AS preview_key
       FROM file_work JOIN document_file file ON file.client_id = file_work.client_id AND file.id = file_work.file_id
       LEFT JOIN document ON document.code = file.document_code AND document.client_id = file_work.client_id
       LEFT JOIN file_preview preview ON preview.file_id = file_work.file_id AND preview.client_id = file_work.client_id
       AND preview.pixels = CASE file_work.kind WHEN 'read' THEN ? ELSE ? END
       WHERE file_work.state = 'pending' AND file_work.client_id = ? AND file_work.next_at <= ${this.sql.now}
       ORDER BY file_work.next_at DESC LIMIT ?`,
      [PREVIEW_SIZES.read, PREVIEW_SIZES.large, idBytes(clientId), CANDIDATES],
    );
    for (const row of rows) {
      const { affected } = await this.sql.write(
        `UPDATE file_work SET next_at = ${this.sql.now} + ?, fence = fence + 1, tries = tries + 1, is_served = ?
         WHERE file_id = ? AND kind = ? AND client_id = ? AND fence = ? AND state = 'pending' AND next_at <= ${this.sql.now}`,
        [leaseMs, Number(this.isAlone), row.file_id, row.kind, idBytes(clientId), row.fence],
      );
      if (affected > 0) return toHeld(row, await this.readingOf(row.node_code, clientId));
    }
    return null;
  }

  /** Up from this level to the first that says so. */
  async readingOf(nodeCode: number | null, clientId: string): Promise<LevelReading> {
    for (let code = nodeCode; code !== null;) {
      const level: LevelRow | null = await this.sql.first<LevelRow>(
        'SELECT parent_code, reading FROM tree_node WHERE code = ? AND client_id = ?',
        [code, idBytes(clientId)],
      );
      if (level && level.reading !== null) return level.reading;
      code = level?.parent_code ?? null;
    }
    return USUAL_READING;
  }
}

const toHeld = (row: Row, reading: LevelReading): HeldFile => ({
  id: row.file_id,
  clientId: idOf(row.client_id),
  kind: row.kind,
  reading,
  hasPreview: row.preview_key !== null,
  fence: Number(row.fence) + 1,
  tries: row.tries + 1,
  kills: row.kills,
  key: row.object_key,
  size: Number(row.size),
  sha256: row.sha256,
  extension: row.extension,
});
