import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Standard Webhooks (standardwebhooks.com): what a receiver needs to know that a message is ours, new and unchanged. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const ID = /^[^.\s]+$/;
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
  if (!ID.test(id)) throw new RangeError('The id of a message has neither dots nor blanks');
  if (secrets.length === 0 || !secrets.every((secret) => SECRET.test(secret)))
    throw new RangeError('A message is signed by secrets of webhooks');
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** Older or newer messages may be somebody's who has heard one. */
const MOST_SECONDS_APART = 300;

/** Whether one of the secrets has signed what came, not long ago. */
export function isGenuine(headers: Readonly<Record<string, unknown>>, body: Uint8Array, secrets: readonly string[], now: Date): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  const at = new Date(Number(timestamp) * 1000);
  if (typeof id !== 'string' || !ID.test(id) || typeof signatures !== 'string') return false;
  if (!(Math.abs(now.getTime() - at.getTime()) <= MOST_SECONDS_APART * 1000)) return false;
  const given = signatures.split(' ').map((each) => Buffer.from(each));
  return secrets.some((secret) => {
    const own = Buffer.from(webhookHeaders({ id, at, body }, [secret])['webhook-signature'] as string);
    return given.some((each) => each.length === own.length && timingSafeEqual(each, own));
  });
}
