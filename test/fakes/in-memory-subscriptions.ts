import { Subscriptions } from '#application/ports/subscriptions';
import type { Subscription } from '#domain/access/subscription';
import type { InMemoryDatabase } from './in-memory-database';

export class InMemorySubscriptions extends Subscriptions {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async find(key: string): Promise<Subscription | null> {
    const found = [...this.database.tables.subscriptions.values()].find((entry) => entry.key === key);
    return found ? { clientId: found.clientId, unitId: found.unitId } : null;
  }

  rotate({ clientId, unitId }: Subscription, slot: 1 | 2, key: string): Promise<boolean> {
    return this.database.write(({ structures, subscriptions }) => {
      const isServed = structures.get(clientId)?.units.some((unit) => unit.id === unitId) ?? false;
      const place = [clientId, unitId, slot].join(' ');
      const isTaken = [...subscriptions].some(([other, entry]) => other !== place && entry.key === key);
      if (isServed && isTaken) throw new Error('duplicate key');
      if (isServed) subscriptions.set(place, { clientId, unitId, slot, key });
      return isServed;
    });
  }
}
