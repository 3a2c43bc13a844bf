import type { Scope } from '#domain/access/scope';
import type { Attempt, Webhook } from '#domain/webhooks/webhook';

export type WebhookChange = Partial<Pick<Webhook, 'url' | 'description' | 'types' | 'levelId'>>;

export interface LoggedAttempt extends Attempt {
  code: number;
}

/**
 * The webhooks of the client of the scope. Every change ends the lease of the process that sends: none goes on with what it had read.
 * The author of a change, but of a replay, is the user whose rights count from then on.
 */
export abstract class Webhooks {
  /** In the order of their creation. */
  abstract list(scope: Scope): Promise<Webhook[]>;
  abstract find(scope: Scope, id: string): Promise<Webhook | null>;
  /** False: the client has as many as it may have. */
  abstract add(scope: Scope, webhook: Webhook, secret: string): Promise<boolean>;
  abstract change(scope: Scope, id: string, change: WebhookChange): Promise<void>;
  /** None: the secret cannot be read. */
  abstract secrets(scope: Scope, id: string, now: Date): Promise<string[]>;
  /** The old secret signs along until then; false: another old one still does, and `force` is not set. */
  abstract replaceSecret(scope: Scope, id: string, secret: string, change: { now: Date; until: Date; force: boolean }): Promise<boolean>;
  /** Goes on: from where it stopped, or behind this position, with nothing parked. */
  abstract resume(scope: Scope, id: string, now: Date, skipTo: number | null): Promise<void>;
  /** Has these events sent again, besides all others; false: too many wait already. */
  abstract replay(scope: Scope, id: string, positions: readonly number[], now: Date): Promise<boolean>;
  abstract remove(scope: Scope, id: string): Promise<void>;
  /** Newest first, before this code. */
  abstract attempts(scope: Scope, id: string, before: number | null, limit: number): Promise<LoggedAttempt[]>;
}
