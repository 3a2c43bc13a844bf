import { Injectable } from '@nestjs/common';
import { EventPruning, type LateWebhook } from '#application/ports/audit-trail';
import { idBytes } from '../id-bytes';
import { logBytes } from '../log-bytes';
import { places, Sql } from '../sql';

/** Raw SQL: ranges of the primary key, in batches. */
@Injectable()
export class TypeOrmEventPruning extends EventPruning {
  constructor(private readonly sql: Sql) {
    super();
  }

  async mark(clientId: string, from: number, upTo: number): Promise<boolean> {
    const { affected } = await this.sql.write('UPDATE event_log SET pruned_to = ? WHERE client_id = ? AND pruned_to = ?', [
      upTo,
      logBytes(clientId),
      from,
    ]);
    return affected === 1;
  }

  async remove(clientId: string, limit: number): Promise<number> {
    const rows = await this.sql.rows<{ position: number }>(
      `SELECT event.position FROM event_log JOIN event ON event.client_id = event_log.client_id
       WHERE event.client_id = ? AND event.position <= event_log.pruned_to ORDER BY event.position LIMIT ?`,
      [logBytes(clientId), limit],
    );
    if (rows.length === 0) return 0;
    const positions = rows.map(({ position }) => Number(position));
    const { affected } = await this.sql.write(`DELETE FROM event WHERE client_id = ? AND position IN (${places(positions)})`, [
      logBytes(clientId),
      ...positions,
    ]);
    return affected;
  }

  async lateWebhooks(clientId: string, upTo: number): Promise<LateWebhook[]> {
    const rows = await this.sql.rows<LateWebhook>(
      'SELECT id, url, reached FROM webhook WHERE client_id = ? AND reached < ? ORDER BY slot',
      [idBytes(clientId), upTo],
    );
    return rows.map((row) => ({ ...row, reached: Number(row.reached) }));
  }
}
