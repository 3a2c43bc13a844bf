import { createHmac, randomBytes } from 'node:crypto';

/** Standard Webhooks (standardwebhooks.com): what a receiver needs to know that a message is ours, new and unchanged. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface WebhookMessage {
  /** The same for each try: receivers know by it what they have already. Without a dot, which divides what is signed. */
  id: string;
  /** Of this try. */
  at: Date;
  /** Exactly the bytes that are sent. */
  body: Uint8Array;
}

/**
 * @param secrets all that are valid now, as the old one still is for a while after a change: one signature each
 * @throws RangeError for an id with a dot or a blank, no secret, or one that `newWebhookSecret` did not make
 */
export function webhookHeaders({ id, at, body }: WebhookMessage, secrets: readonly string[]): Record<string, string> {
  if (!/^[^.\s]+$/.test(id)) throw new RangeError('The id of a message has neither dots nor blanks');
  if (secrets.length === 0 || !secrets.every((secret) => SECRET.test(secret)))
    throw new RangeError('A message is signed by secrets of webhooks');
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
