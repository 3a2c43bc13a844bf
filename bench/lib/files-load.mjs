/** The load generator: sends and fetches files of any size in constant memory, and times it. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { answerParent } from './answer-parent.mjs';
import { bodyLength, bodyPieces } from './payload.mjs';

const agent = new Agent({ keepAlive: true });

/** The whole answer as text; an answer other than 2xx is an error. */
async function textOf(response) {
  const chunks = [];
  for await (const chunk of response.setEncoding('utf8')) chunks.push(chunk);
  const text = chunks.join('');
  if (response.statusCode < 200 || response.statusCode > 299) throw new Error(`answer ${response.statusCode}: ${text.slice(0, 500)}`);
  return text;
}

async function upload({ url, headers, size }) {
  const length = bodyLength(size);
  const request = httpRequest(url, {
    method: 'POST',
    agent,
    headers: { 'Content-Type': 'application/json', 'Content-Length': length, 'X-File-Bytes': size, ...headers },
  });
  const answered = once(request, 'response').then(([response]) => textOf(response));
  answered.catch(() => request.destroy());
  for (const piece of bodyPieces(size)) {
    if (request.destroyed) break;
    if (!request.write(piece)) await Promise.race([once(request, 'drain'), answered]);
  }
  request.end();
  return answered;
}

async function download({ url, headers, hashed = false }) {
  const request = httpRequest(url, { agent, headers });
  request.end();
  const [response] = await once(request, 'response');
  if (response.statusCode !== 200) return textOf(response);
  const hash = hashed ? createHash('sha256') : undefined;
  let bytes = 0;
  response.on('data', (chunk) => {
    bytes += chunk.length;
    hash?.update(chunk);
  });
  await once(response, 'end');
  return { bytes, sha256: hash?.digest('hex') };
}

/** `parallel` clients, each `count` times in a row. Answers the time of all, and the last answer. */
async function timed(call, { count = 1, parallel = 1, ...message }) {
  const begin = performance.now();
  const client = async () => {
    let last;
    for (let i = 0; i < count; i++) last = await call(message);
    return last;
  };
  const answers = await Promise.all(Array.from({ length: parallel }, client));
  return { ms: performance.now() - begin, answer: answers[0] };
}

answerParent({ upload: (message) => timed(upload, message), download: (message) => timed(download, message) });
