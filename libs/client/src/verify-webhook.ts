/** A notification that no webhook with this secret has sent, or that is too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export interface WebhookOptions {
  /** How old a notification may be, in seconds; 300 unless given. */
  tolerance?: number;
}

type HeadersGiven = Headers | Readonly<Record<string, string | string[] | undefined>>;

function headerOf(headers: HeadersGiven, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return [found ?? ''].flat().join(' ');
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

function signatureBytes(signature: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The event of a notification, once its signature (Standard Webhooks) is right; else it throws a {@link WebhookError}.
 * @param body as it came, before anything has read it as JSON
 */
export async function verifyWebhook<Event = Record<string, unknown>>(
  secret: string,
  headers: HeadersGiven,
  body: string | Uint8Array,
  { tolerance = 300 }: WebhookOptions = {},
): Promise<Event> {
  const [id, sentAt] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')];
  if (!/^\d+$/.test(sentAt) || Math.abs(Date.now() / 1000 - Number(sentAt)) > tolerance)
    throw new WebhookError('the time of the notification is missing, or too far from now');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), algorithm, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${sentAt}.${text}`);
  // Two of them while a secret is being replaced.
  for (const signature of headerOf(headers, 'webhook-signature').split(' ')) {
    const bytes = signatureBytes(signature);
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(text) as Event;
  }
  throw new WebhookError('the signature is not of this secret');
}
