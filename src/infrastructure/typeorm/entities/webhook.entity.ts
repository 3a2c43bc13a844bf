import type { DisableReason, SendOutcome, WebhookState } from '#domain/webhooks/webhook';
import { code, flag, instant, json, long, number, optional, primary, shortId, small, table, text, token, type RowOf } from './table';

export const WebhookEntity = table(
  'webhook',
  {
    id: primary(token()),
    clientId: shortId(),
    // From 0: the key bounds how many a client has.
    slot: small(),
    url: text(2048),
    description: text(250),
    types: json<string[]>(long()),
    levelId: optional(token()),
    state: token<WebhookState>(10),
    disabledBecause: optional(token<DisableReason>(10)),
    reached: number(),
    failures: small(),
    failingSince: optional(instant()),
    retryAt: optional(instant()),
    // Encrypted; the previous one signs along until then.
    secret: token(200),
    previousSecret: optional(token(200)),
    previousUntil: optional(instant()),
    // Who sends: by the database's clock, and counted up by each holder and each change.
    leaseUntil: number(),
    fence: number(),
    actorId: token(),
    createdAt: instant(),
  },
  { unique: [['clientId', 'slot']], indexes: [['state', 'retryAt']] },
);
export type WebhookEntity = RowOf<typeof WebhookEntity>;

export const WebhookParkedEntity = table('webhook_parked', {
  clientId: primary(shortId()),
  webhookId: primary(token()),
  position: primary(number()),
  thing: optional(token(50)),
  tries: small(),
  retryAt: instant(),
  replay: flag(),
});

/** The log of deliveries; kept for a week, and at most 10 000 of each webhook. */
export const WebhookAttemptEntity = table(
  'webhook_attempt',
  {
    code: code(),
    clientId: shortId(),
    webhookId: token(),
    position: number(),
    at: instant(),
    ms: small(),
    status: optional(small()),
    outcome: token<SendOutcome>(20),
    tryNumber: small(),
    replay: flag(),
    dropped: flag(),
  },
  { indexes: [['clientId', 'webhookId', 'code'], ['at']] },
);
