import type { Subscription } from '#domain/access/subscription';

/**
 * Two keys per client and unit, so that one can be rotated while the other is in use. Only hashes are stored.
 *
 * @example const subscription = await subscriptions.find(key);
 */
export abstract class Subscriptions {
  abstract find(key: string): Promise<Subscription | null>;
  /** Replaces one of the two keys; the old one becomes invalid at once. False: unknown combination of client and unit. */
  abstract rotate(subscription: Subscription, slot: 1 | 2, key: string): Promise<boolean>;
}

/** Number of calls in the current window. */
export interface RateWindow {
  seconds: number;
  calls: number;
  /** On the database's clock, in milliseconds. */
  startedAt: number;
  /** Milliseconds until the window ends. */
  endsInMs: number;
}

/**
 * Shared by all replicas; uses the database's clock.
 *
 * @example const [minute] = await windows.count(clientId, [60], [12]);
 */
export abstract class RateWindows {
  /** Counts a call of a client or an address, or as many as are said for each window; answers the windows in the given order. */
  abstract count(caller: string, seconds: readonly number[], calls?: readonly number[]): Promise<RateWindow[]>;
  /** Removes windows that ended more than a day before then; answers the number. */
  abstract forgetOld(before: Date, limit: number): Promise<number>;
}

/** A repeatable call: its key is chosen by the client, its digest covers everything it asks for. */
export interface IdempotentCall {
  /** That the call is about, or `SERVICE_LOG`. */
  clientId: string;
  userId: string;
  key: string;
  digest: string;
}

/** The stored first answer, to be sent again. */
export interface KeptAnswer {
  status: number;
  /** JSON. */
  body: string;
}

export type Claim =
  | { state: 'granted'; claimId: string }
  /** Another process, or another connection of the client, is executing the call. */
  | { state: 'running' }
  | { state: 'answered'; answer: KeptAnswer }
  /** The key was used for a different call. */
  | { state: 'different' };

/**
 * Calls with an `Idempotency-Key`. All deadlines use the database's clock.
 *
 * @example await calls.release(call, claimId);
 */
export abstract class IdempotencyRecords {
  /**
   * In a transaction of its own. An expired claim of a dead process passes to the next caller. If this fails, the outcome is unknown and
   * the claim must be released.
   */
  abstract claim(call: IdempotentCall, claimId: string, leaseMs: number, keepMs: number): Promise<Claim>;
  /** In the transaction of the call. False when the claim has passed to another caller. */
  abstract complete(call: IdempotentCall, claimId: string, answer: KeptAnswer): Promise<boolean>;
  /** Extends the lease and the retention from now; false when the claim has passed to another caller or was completed. */
  abstract renew(call: IdempotentCall, claimId: string, leaseMs: number, keepMs: number): Promise<boolean>;
  /** Releases an incomplete claim: the client may correct the call and send it with the same key. */
  abstract release(call: IdempotentCall, claimId: string): Promise<void>;
  /** Removes about `limit` answers whose retention ended before then; answers the number. */
  abstract forgetOld(before: Date, limit: number): Promise<number>;
}
