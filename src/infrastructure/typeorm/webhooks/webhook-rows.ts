import type { Webhook } from '#domain/webhooks/webhook';
import type { WebhookRow } from '../rows';

/** Ends the lease of whoever sends. */
export const TAKEN_AWAY = { leaseUntil: 0, fence: () => 'fence + 1' };

export function toWebhook(row: WebhookRow): Webhook {
  const {
    slot: _slot,
    secret: _secret,
    previousSecret: _previous,
    previousUntil: _until,
    leaseUntil: _lease,
    fence: _fence,
    ...webhook
  } = row;
  return webhook;
}

/** Encrypted secrets that sign now. */
export const secretsOf = ({ secret, previousSecret, previousUntil }: WebhookRow, now: Date): string[] =>
  previousSecret !== null && previousUntil !== null && previousUntil > now ? [secret, previousSecret] : [secret];
