/**
 * The floor: a bare server that does what nobody can do without, and nothing else. POST / forwards as many bytes as the decoded file has to
 * the store, out of each chunk its share as it comes; nothing is parsed, decoded or hashed. GET /<key> pipes an object.
 */
import { createServer } from 'node:http';
import { answerParent } from './answer-parent.mjs';
import { localStore } from './floor-local.mjs';
import { s3Store } from './floor-s3.mjs';

const target = JSON.parse(process.argv[2]);
const store = target.kind === 's3' ? s3Store(target) : localStore(target);
let made = 0;

async function receive(request, response) {
  const size = Number(request.headers['x-file-bytes']);
  const key = `floor-${++made}`;
  const { out, stored } = store.create(key, size);
  let left = size;
  request.on('data', (chunk) => {
    const share = Math.min(left, Math.ceil((chunk.length * 3) / 4));
    if (share === 0) return;
    left -= share;
    const goesOn = out.write(share === chunk.length ? chunk : chunk.subarray(0, share));
    if (left === 0) out.end();
    else if (!goesOn) {
      request.pause();
      out.once('drain', () => request.resume());
    }
  });
  await Promise.all([stored, new Promise((resolve) => request.once('end', resolve))]);
  response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify({ key }));
}

async function serve(request, response) {
  const source = await store.read(request.url.slice(1));
  response.writeHead(200);
  source.pipe(response);
}

const server = createServer((request, response) => {
  (request.method === 'POST' ? receive(request, response) : serve(request, response)).catch((error) => {
    response.writeHead(500).end(error.stack);
  });
});
const listening = new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
answerParent({ address: () => listening.then(() => `http://127.0.0.1:${server.address().port}`) });
