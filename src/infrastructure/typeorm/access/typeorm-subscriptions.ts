import { Injectable } from '@nestjs/common';
import { Subscriptions } from '#application/ports/subscriptions';
import type { Subscription } from '#domain/access/subscription';
import { Sql } from '../sql';
import { sha256 } from '../value-key';

@Injectable()
export class TypeOrmSubscriptions extends Subscriptions {
  constructor(private readonly sql: Sql) {
    super();
  }

  async find(key: string): Promise<Subscription | null> {
    const row = await this.sql.first<{ client_id: string; unit_id: string }>(
      'SELECT s.client_id, s.unit_id FROM subscription_key s WHERE s.key_hash = ?',
      [sha256(key)],
    );
    return row && { clientId: row.client_id, unitId: row.unit_id };
  }

  async rotate({ clientId, unitId }: Subscription, slot: 1 | 2, key: string): Promise<boolean> {
    return this.sql.together(async () => {
      // Locked: of two that exchange one key at once, the second must see the first's.
      const lock = this.sql.isSqlite ? '' : 'FOR UPDATE';
      const served = await this.sql.first(`SELECT cu.client_id FROM client_unit cu WHERE cu.client_id = ? AND cu.unit_id = ? ${lock}`, [
        clientId,
        unitId,
      ]);
      if (!served) return false;
      await this.sql.write('DELETE FROM subscription_key WHERE client_id = ? AND unit_id = ? AND slot = ?', [clientId, unitId, slot]);
      await this.sql.write(
        `INSERT INTO subscription_key (client_id, unit_id, slot, key_hash, created_at) VALUES (?, ?, ?, ?, ${this.sql.now})`,
        [clientId, unitId, slot, sha256(key)],
      );
      return true;
    });
  }
}
