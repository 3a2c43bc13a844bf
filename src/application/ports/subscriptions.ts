import type { Subscription } from '#domain/access/subscription';

/** Two keys per client and unit, so that one can be exchanged while the other works. Only hashes are kept. */
export abstract class Subscriptions {
  abstract find(key: string): Promise<Subscription | null>;
  /** Puts a new key in the place of one of the two; the old one is dead from then on. False: no such client with that unit. */
  abstract rotate(subscription: Subscription, slot: 1 | 2, key: string): Promise<boolean>;
}
