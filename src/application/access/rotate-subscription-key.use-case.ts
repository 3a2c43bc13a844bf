import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Subscriptions } from '#application/ports/access';
import type { Subscription } from '#domain/access/subscription';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { Author } from '#domain/access/actor';

/** `keys rotate`: the audit event names the slot of the key, never the key. */
@Injectable()
export class RotateSubscriptionKey {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /** False: no such client with that unit. */
  execute(author: Author, subscription: Subscription, slot: 1 | 2, key: string): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      if (!(await this.subscriptions.rotate(subscription, slot, key))) return false;
      await this.audit.record(author, subscription.clientId, 'subscription-key.rotate', { unitId: subscription.unitId, slot });
      return true;
    });
  }
}
