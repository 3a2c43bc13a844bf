/** A receiver of webhooks: answers 204 after a while; counts, and tells how old events were when they came. */
import { createServer } from 'node:http';
import { answerParent } from './answer-parent.mjs';

let wait = 0;
let counts = {};
let ages = [];

const server = createServer((request, response) => {
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const { time, type } = JSON.parse(Buffer.concat(pieces).toString());
    const isBehind = request.url === '/behind';
    if (type !== 'webhook.teste') counts[request.url] = (counts[request.url] ?? 0) + 1;
    if (!isBehind && type !== 'webhook.teste') ages.push(Date.now() - Date.parse(time));
    setTimeout(() => response.writeHead(204).end(), isBehind ? wait : 0);
  });
});

answerParent({
  listen: () => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port))),
  begin({ waitMs }) {
    [wait, counts, ages] = [waitMs, {}, []];
  },
  seen: () => ({ counts, ages }),
});
