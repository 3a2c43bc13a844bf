import type { KeyObject } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { MOST_WEBHOOKS, type Webhook } from '#domain/webhooks/webhook';
import { openedText } from '../../keys/sealed-text';
import { WebhookAttemptEntity, WebhookParkedEntity, WebhookEntity } from '../entities';

/** Ends the lease of whoever sends. */
export const TAKEN_AWAY = { leaseUntil: 0, fence: () => 'fence + 1' };

export function toWebhook(row: WebhookEntity): Webhook {
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

/** Encrypted secrets that sign now, the current one first. */
export const secretsOf = ({ secret, previousSecret, previousUntil }: WebhookEntity, now: Date): string[] =>
  previousSecret !== null && previousUntil !== null && previousUntil > now ? [secret, previousSecret] : [secret];

/**
 * Those that sign now; none: the current one was encrypted under another `LINK_SECRET`. A previous one like that is left out: receivers
 * accept either.
 */
export function openSecrets(key: KeyObject, row: WebhookEntity, now: Date): string[] {
  const [current, previous] = secretsOf(row, now).map((sealed) => openedText(key, sealed));
  if (current == null) return [];
  return previous == null ? [current] : [current, previous];
}

/** One that no webhook of the client has; undefined: it has as many as it may have. */
export async function freeSlot(manager: EntityManager, clientId: string): Promise<number | undefined> {
  const taken = await manager.find(WebhookEntity, { select: { id: true, slot: true }, where: { clientId } });
  return Array.from({ length: MOST_WEBHOOKS }, (_, slot) => slot).find((slot) => !taken.some((row) => row.slot === slot));
}

/** @param secret - encrypted */
export const newRow = (webhook: Webhook, slot: number, secret: string) => ({
  ...{ ...webhook, types: [...webhook.types], slot, secret },
  ...{ previousSecret: null, previousUntil: null, leaseUntil: 0, fence: 0 },
});

/** With everything that belongs to it; nothing, unless it is the client's. */
export async function removeWebhook(manager: EntityManager, { id, clientId }: { id: string; clientId: string }): Promise<void> {
  const { affected } = await manager.delete(WebhookEntity, { id, clientId });
  if (affected === 0) return;
  await manager.delete(WebhookParkedEntity, { clientId, webhookId: id });
  await manager.delete(WebhookAttemptEntity, { clientId, webhookId: id });
}
