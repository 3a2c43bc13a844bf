import type { Scope } from '#domain/access/scope';
import type { Attempt, Delivery, ParkedEvent, Webhook } from '#domain/webhooks/webhook';

export type WebhookChange = Partial<Pick<Webhook, 'url' | 'description' | 'types' | 'levelId'>>;

export interface LoggedAttempt extends Attempt {
  code: number;
}

/**
 * The webhooks of the client of the scope. Every change ends the lease of the process that sends: none goes on with what it had read.
 * The author of a change, but of a replay, is the user whose rights count from then on.
 *
 * @example const own = await webhooks.list(scope);
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

/** A webhook that this process may send for, until the lease ends or somebody changes it. */
export interface HeldWebhook {
  webhook: Webhook;
  fence: number;
  /** All that sign now; none: the secret cannot be read. */
  secrets: string[];
  /** In the order of their positions. */
  parked: ParkedEvent[];
}

export type Progress = Pick<Webhook, 'reached' | 'state' | 'disabledBecause' | 'failures' | 'failingSince' | 'retryAt'>;

export interface Saving {
  progress: Progress;
  /** New and changed ones; null: not parked any more. */
  parked: ReadonlyMap<number, ParkedEvent | null>;
  attempts: readonly Attempt[];
  /** 0: lets the webhook go. */
  leaseMs: number;
}

/** As an operator sees it. */
export interface ListedWebhook extends Pick<
  Webhook,
  'id' | 'clientId' | 'url' | 'state' | 'disabledBecause' | 'reached' | 'failures' | 'actorId'
> {
  clientName: string;
  /** The last position of the client's log. */
  end: number;
}

export interface WebhookCounts {
  active: number;
  paused: number;
  disabled: number;
  /** The most events that wait for one webhook that is not disabled. */
  behind: number;
}

/**
 * The webhooks of all clients, for the processes that send, and for operators.
 *
 * @example const due = free > 0 ? await queue.due(clock.now(), MOST_HELD * 2) : [];
 */
export abstract class WebhookQueue {
  /** Those that nobody holds and that have something to do, beginning with those that have waited longest. */
  abstract due(now: Date, limit: number): Promise<{ id: string; clientId: string }[]>;
  /** Null: somebody else has it. */
  abstract claim(due: { id: string; clientId: string }, leaseMs: number, now: Date): Promise<HeldWebhook | null>;
  /** False, with nothing stored: another holds it, or it was changed. */
  abstract save(held: HeldWebhook, saving: Saving): Promise<boolean>;
  /** By client and in the order of their creation. */
  abstract listed(): Promise<ListedWebhook[]>;
  abstract counts(): Promise<WebhookCounts>;
  /** Removes entries of the log; answers the number. */
  abstract forgetOld(before: Date, limit: number): Promise<number>;
}

export interface WebhookMessage {
  clientId: string;
  url: string;
  /** The same for each try; without a dot. */
  id: string;
  body: Uint8Array;
  secrets: readonly string[];
}

/**
 * Sends to addresses that strangers chose.
 *
 * @example const created = { webhook, secret: sender.newSecret() };
 */
export abstract class WebhookSender {
  /** Whether the text may be an address at all; whether it may be connected to is found out with each message. */
  abstract isUrl(text: string): boolean;
  abstract newSecret(): string;
  /** Waits for its turn. Rejects only when the signal aborts. */
  abstract send(message: WebhookMessage, signal?: AbortSignal): Promise<Delivery>;
  /** The same for a caller who waits: never behind events; refused as BUSY when there is no place soon. */
  abstract sendNow(message: WebhookMessage): Promise<Delivery>;
}
