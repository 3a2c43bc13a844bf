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
      `SELECT e.position FROM event_log l JOIN event e ON e.client_id = l.client_id
       WHERE e.client_id = ? AND e.position <= l.pruned_to ORDER BY e.position LIMIT ?`,
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
      'SELECT w.id, w.url, w.reached FROM webhook w WHERE w.client_id = ? AND w.reached < ? ORDER BY w.slot',
      [idBytes(clientId), upTo],
    );
    return rows.map((row) => ({ ...row, reached: Number(row.reached) }));
  }
}
