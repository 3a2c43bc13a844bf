import type { Subscription } from '#domain/access/subscription';

/** Two keys per client and unit, so that one can be rotated while the other is in use. Only hashes are stored. */
export abstract class Subscriptions {
  abstract find(key: string): Promise<Subscription | null>;
  /** Replaces one of the two keys; the old one becomes invalid at once. False: unknown combination of client and unit. */
  abstract rotate(subscription: Subscription, slot: 1 | 2, key: string): Promise<boolean>;
}
