import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { isGenuine, newWebhookSecret, webhookHeaders } from './webhook-signature';

const ID = '5b0e4f6a-8f6b-4c1e-9a55-0d8a3f2f77c1:1025';
const EVENT = { id: '1025', type: 'documento.criado', data: { titulo: 'ação €' } };
const body = Buffer.from(JSON.stringify(EVENT));
const at = new Date();

describe('the signature of a webhook, checked by the verifier of Standard Webhooks', () => {
  it('is valid for the message, with the secret as it was issued', () => {
    const secret = newWebhookSecret();
    const headers = webhookHeaders({ id: ID, at, body }, [secret]);
    expect(new Webhook(secret).verify(body.toString(), headers)).toEqual(EVENT);
    expect(headers).toEqual({
      'webhook-id': ID,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(ID, at, body.toString()),
    });
  });

  it('is present for each secret while an old one is valid', () => {
    const [old, fresh, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
    const headers = webhookHeaders({ id: ID, at, body }, [fresh, old]);
    expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
    for (const secret of [old, fresh]) expect(new Webhook(secret).verify(body.toString(), headers)).toEqual(EVENT);
    expect(() => new Webhook(other).verify(body.toString(), headers)).toThrow(WebhookVerificationError);
  });

  it('is invalid when id, time or body are changed, or when it is old', () => {
    const secret = newWebhookSecret();
    const headers = webhookHeaders({ id: ID, at, body }, [secret]);
    const judge = (text: string, changed: Record<string, string>): unknown => new Webhook(secret).verify(text, { ...headers, ...changed });
    expect(() => judge(`${body.toString()} `, {})).toThrow(WebhookVerificationError);
    expect(() => judge(body.toString(), { 'webhook-id': `${ID}0` })).toThrow(WebhookVerificationError);
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => judge(body.toString(), { 'webhook-timestamp': later })).toThrow(WebhookVerificationError);
    const old = webhookHeaders({ id: ID, at: new Date(at.getTime() - 3_600_000), body }, [secret]);
    expect(() => judge(body.toString(), old)).toThrow('too old');
  });

  it('is found genuine here as there, and nothing else is', () => {
    const [old, fresh, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
    const headers = webhookHeaders({ id: ID, at, body }, [fresh, old]);
    const judged = (changed: Record<string, unknown>, secrets: string[], text = body, now = at) =>
      isGenuine({ ...headers, ...changed }, text, secrets, now);
    expect([judged({}, [old]), judged({}, [other, fresh])]).toEqual([true, true]);
    const later = new Date(at.getTime() + 301_000);
    const wrong = [
      judged({}, []),
      judged({}, [other]),
      judged({}, [fresh], Buffer.from('{}')),
      judged({}, [fresh], body, later),
      judged({ 'webhook-id': undefined }, [fresh]),
      judged({ 'webhook-id': `${ID}0` }, [fresh]),
      judged({ 'webhook-id': 'a.b' }, [fresh]),
      judged({ 'webhook-timestamp': 'x' }, [fresh]),
      judged({ 'webhook-signature': '' }, [fresh]),
    ];
    expect(wrong).toEqual(wrong.map(() => false));
  });

  it('has unique secrets of 32 bytes', () => {
    const secrets = Array.from({ length: 100 }, newWebhookSecret);
    for (const secret of secrets) expect(Buffer.from(secret.replace('whsec_', ''), 'base64').length).toBe(32);
    expect(new Set(secrets).size).toBe(100);
  });

  it.each([
    ['an id with a dot', 'a.b', [newWebhookSecret()]],
    ['an id of nothing', '', [newWebhookSecret()]],
    ['an id with a line break', 'a\nb', [newWebhookSecret()]],
    ['no secret', ID, []],
    ['a secret too short', ID, ['whsec_AAAA']],
    ['a secret of another kind', ID, [newWebhookSecret().replace('whsec_', 'whsk_')]],
  ])('is refused with %s', (_, id, secrets) => {
    expect(() => webhookHeaders({ id, at, body }, secrets)).toThrow(RangeError);
  });
});
