import { Injectable } from '@nestjs/common';
import { Subscriptions } from '#application/ports/access';
import type { Subscription } from '#domain/access/subscription';
import { Settings } from '#application/support/settings';
import type { Actor } from '#domain/access/actor';
import { DomainError } from '#domain/errors';

/** The `SubscriptionKey` header: where it is required, calls without a valid key are refused. */
@Injectable()
export class CheckSubscription {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly settings: Settings,
  ) {}

  get isRequired(): boolean {
    return this.settings.subscriptionKeys;
  }

  /** Where it is required. */
  async execute(key: string | undefined): Promise<Subscription> {
    const subscription = key ? await this.subscriptions.find(key) : null;
    if (!subscription) throw new DomainError('SUBSCRIPTION_INVALID');
    return subscription;
  }

  /** A key is valid for its own client and unit only: it narrows the permissions of the caller to them. */
  narrow({ clientId, unitId }: Subscription, actor: Actor, askedClientId: string | undefined): Actor {
    const ofUser = actor.grants.some((grant) => grant.clientId === clientId) || actor.homeClientId === clientId;
    if (!ofUser || (askedClientId !== undefined && askedClientId !== clientId)) throw new DomainError('SUBSCRIPTION_INVALID');
    const grants = actor.grants.filter((grant) => grant.clientId === clientId && (grant.unitId ?? unitId) === unitId);
    return { ...actor, grants: grants.map((grant) => ({ ...grant, unitId })) };
  }
}
