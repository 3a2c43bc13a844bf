import { Injectable } from '@nestjs/common';
import { Subscriptions } from '#application/ports/subscriptions';
import type { Subscription } from '#domain/access/subscription';
import { Settings } from '#application/settings';
import type { Actor } from '#domain/access/actor';
import { DomainError } from '#domain/errors';

/** The `SubscriptionKey` header (contract §3): where it is demanded, no call gets further without one. */
@Injectable()
export class CheckSubscription {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly settings: Settings,
  ) {}

  /** Null where none is demanded. */
  async execute(key: string | undefined): Promise<Subscription | null> {
    if (!this.settings.subscriptionKeys) return null;
    const subscription = key ? await this.subscriptions.find(key) : null;
    if (!subscription) throw new DomainError('SUBSCRIPTION_INVALID');
    return subscription;
  }

  /** A key is good for its own client and unit: whoever calls with it may do what they may do there, and nothing elsewhere. */
  narrow({ clientId, unitId }: Subscription, actor: Actor, askedClientId: string | undefined): Actor {
    const ofUser = actor.grants.some((grant) => grant.clientId === clientId) || actor.homeClientId === clientId;
    if (!ofUser || (askedClientId !== undefined && askedClientId !== clientId)) throw new DomainError('SUBSCRIPTION_INVALID');
    const grants = actor.grants.filter((grant) => grant.clientId === clientId && (grant.unitId ?? unitId) === unitId);
    return { ...actor, grants: grants.map((grant) => ({ ...grant, unitId })) };
  }
}
