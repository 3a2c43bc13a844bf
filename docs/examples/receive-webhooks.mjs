// Receives the events of a webhook: WEBHOOK_SECRET=whsec_… node receive-webhooks.mjs [port]
// Without a secret it accepts the test event alone, as the registration needs it. Put a server with https in front of it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET } = process.env;
const key = WEBHOOK_SECRET && Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
const MOST_BYTES = 1_000_000;
const SECONDS = 300;
// In a real program: a table with a unique key. An event may come twice, under the same id.
const known = new Set();

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < SECONDS)) return false;
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest('base64')}`);
  // Two of them after a change of the secret.
  return signatures.split(' ').some((each) => each.length === expected.length && timingSafeEqual(Buffer.from(each), expected));
}

/** Answers the status. Verify first, then parse; store, then answer: what is not answered 2xx comes again. */
function receive(headers, body) {
  if (key && !isGenuine(headers, body)) return 401;
  const { type, posicao, data } = JSON.parse(body);
  if (type === 'webhook.teste') return 204;
  if (!key) return 503;
  if (!known.has(headers['webhook-id'])) console.log(posicao, type, JSON.stringify(data));
  known.add(headers['webhook-id']);
  return 204;
}

const server = createServer(async (request, response) => {
  try {
    const pieces = [];
    let length = 0;
    for await (const piece of request) if ((length += pieces.push(piece) && piece.length) > MOST_BYTES) throw new Error('too large');
    response.writeHead(receive(request.headers, Buffer.concat(pieces))).end();
  } catch {
    response.writeHead(400).end();
  }
});
server.listen(Number(process.argv[2] ?? 8080), '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
