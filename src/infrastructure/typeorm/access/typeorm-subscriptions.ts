import { Injectable } from '@nestjs/common';
import { Subscriptions } from '#application/ports/access';
import type { Subscription } from '#domain/access/subscription';
import { idOf } from '../id-bytes';
import { ClientUnitEntity, SubscriptionKeyEntity } from '../entities';
import { Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { sha256 } from '../value-key';

/** Raw SQL (`find`): on the path of every call that requires a key. */
@Injectable()
export class TypeOrmSubscriptions extends Subscriptions {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
  ) {
    super();
  }

  async find(key: string): Promise<Subscription | null> {
    const row = await this.sql.first<{ client_id: Uint8Array; unit_id: string }>(
      'SELECT client_id, unit_id FROM subscription_key WHERE key_hash = ?',
      [sha256(key)],
    );
    return row && { clientId: idOf(row.client_id), unitId: row.unit_id };
  }

  async rotate({ clientId, unitId }: Subscription, slot: 1 | 2, key: string): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const { manager, locking } = this.unitOfWork;
      // Locked: the second of two concurrent rotations must see the first one's key.
      const served = await manager.findOne(ClientUnitEntity, { where: { clientId, unitId }, ...locking });
      if (!served) return false;
      await manager.delete(SubscriptionKeyEntity, { clientId, unitId, slot });
      await this.unitOfWork.insert(SubscriptionKeyEntity, [
        { clientId, unitId, slot, keyHash: sha256(key), createdAt: () => this.sql.now },
      ]);
      return true;
    });
  }
}
