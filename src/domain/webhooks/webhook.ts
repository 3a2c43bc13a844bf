/** `paused`: tries again by itself. `disabled`: waits for a human. */
export type WebhookState = 'active' | 'paused' | 'disabled';

/** Why a webhook was disabled: the receiver said 410, accepted nothing for three days, its author lost the permission, or its secret cannot be read. */
export type DisableReason = 'gone' | 'failing' | 'rights' | 'secret';

/** How a webhook is that has just been created or resumed. */
export const STARTED = { state: 'active', disabledBecause: null, failures: 0, failingSince: null } as const;

/** An address of a client's to which its events are sent. */
export interface Webhook {
  id: string;
  clientId: string;
  url: string;
  description: string;
  /** Filters of types; none: all. */
  types: readonly string[];
  /** Only events of documents at this level and below. */
  levelId: string | null;
  state: WebhookState;
  disabledBecause: DisableReason | null;
  /** All events up to this position are done: sent, parked, or not for this webhook. */
  reached: number;
  /** Failures in a row, of first tries and probes. */
  failures: number;
  /** Since when; null: the last try was accepted. */
  failingSince: Date | null;
  /** When there is something to do beyond new events: a probe, or a parked event. */
  retryAt: Date | null;
  /** Whoever changed it last; it sees what this user may see. */
  actorId: string;
  createdAt: Date;
}

/** An event that was refused, or that waits behind such an event of the same thing; or one to be sent again. */
export interface ParkedEvent {
  position: number;
  thing: string | null;
  tries: number;
  retryAt: Date;
  /** Sent again on request: it holds up no other event. */
  replay: boolean;
}

/** As coarse as this, so that nobody can look around in the network by it. */
export type SendOutcome = 'accepted' | 'refused' | 'not-allowed' | 'unreachable' | 'timeout';

/** What became of one request. */
export interface Delivery {
  outcome: SendOutcome;
  at: Date;
  ms: number;
  /** Null: there was no answer. */
  status: number | null;
  retryAfterSeconds?: number;
}

/** One entry of the log of deliveries. */
export interface Attempt extends Delivery {
  position: number;
  try: number;
  replay: boolean;
  /** The last try: the event is not sent again by itself. */
  dropped: boolean;
}

export const MOST_WEBHOOKS = 10;
/** Failures in a row that pause a webhook. */
export const FAILURES_TO_PAUSE = 5;
/** With so many parked, nothing more is read until there are fewer. */
export const MOST_PARKED = 1000;
/** Positions of one replay. */
export const MOST_REPLAYED = 1000;

const HIDDEN = '***';

/** An address as others see it. */
export function withoutQuery(url: string): string {
  const [before = '', ...query] = url.split('?');
  return query.length === 0 ? url : `${before}?${HIDDEN}`;
}
