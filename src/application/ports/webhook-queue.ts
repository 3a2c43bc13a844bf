import type { Attempt, ParkedEvent, Webhook } from '#domain/webhooks/webhook';

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

/** The webhooks of all clients, for the processes that send, and for operators. */
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
