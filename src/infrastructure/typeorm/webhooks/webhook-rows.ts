import type { Webhook } from '#domain/webhooks/webhook';
import type { WebhookRow } from '../rows';

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
