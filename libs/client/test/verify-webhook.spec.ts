import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookError } from '../src/verify-webhook.ts';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const BODY = JSON.stringify({ type: 'documento.criado', data: { título: 'é' } });

const signed = (secret = SECRET, at = new Date(), id = 'c:1') => ({
  'Webhook-Id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign(id, at, BODY),
});

describe('a notification of a webhook', () => {
  it('is its event, from any kind of headers and body', async () => {
    expect(await verifyWebhook(SECRET, signed(), BODY)).toEqual(JSON.parse(BODY));
    expect(await verifyWebhook(SECRET, new Headers(signed()), Buffer.from(BODY))).toEqual(JSON.parse(BODY));
  });

  it('may have two signatures while a secret is replaced', async () => {
    const other = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
    const headers = { ...signed(), 'webhook-signature': `${signed(other)['webhook-signature']} ${signed()['webhook-signature']}` };
    expect(await verifyWebhook(SECRET, headers, BODY)).toEqual(JSON.parse(BODY));
  });

  it.each([
    ['another secret', signed(`whsec_${Buffer.alloc(24, 8).toString('base64')}`), BODY],
    ['another body', signed(), `${BODY} `],
    ['another id', { ...signed(), 'Webhook-Id': 'c:2' }, BODY],
    ['no signature', { ...signed(), 'webhook-signature': '' }, BODY],
    ['a signature that is no Base64', { ...signed(), 'webhook-signature': 'v1,§' }, BODY],
    ['another kind of signature', { ...signed(), 'webhook-signature': signed()['webhook-signature'].replace('v1', 'v1a') }, BODY],
    ['no time', { ...signed(), 'webhook-timestamp': 'now' }, BODY],
    ['an old time', signed(SECRET, new Date(Date.now() - 3_600_000)), BODY],
  ])('is refused with %s', async (_, headers, body) => {
    await expect(verifyWebhook(SECRET, headers, body)).rejects.toThrow(WebhookError);
  });

  it('may be as old as the receiver allows', async () => {
    const headers = signed(SECRET, new Date(Date.now() - 3_600_000));
    expect(await verifyWebhook(SECRET, headers, BODY, { tolerance: 4000 })).toEqual(JSON.parse(BODY));
  });
});
