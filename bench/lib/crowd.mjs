/** A crowd of clients in a process of its own: large creates and reports, again and again, whatever the answers are. */
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { answerParent } from './answer-parent.mjs';
import { bodyLength, bodyPieces } from './payload.mjs';

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

async function upload({ url, headers, size }) {
  const request = httpRequest(url, {
    method: 'POST',
    agent,
    headers: { 'Content-Type': 'application/json', 'Content-Length': bodyLength(size), Expect: '100-continue', ...headers },
  });
  request.flushHeaders();
  const answered = once(request, 'response');
  const asked = once(request, 'continue');
  const first = await Promise.race([asked, answered]);
  if (first.length > 0) {
    request.destroy();
  } else {
    for (const piece of bodyPieces(size)) if (!request.write(piece)) await Promise.race([once(request, 'drain'), answered]);
    request.end();
  }
  return drained(await answered);
}

async function report({ url, headers }) {
  const request = httpRequest(url, { agent, headers });
  request.end();
  return drained(await once(request, 'response'));
}

async function drained([response]) {
  response.resume();
  await once(response, 'close');
  return response.statusCode;
}

/** So many clients of each kind for so long; a refused one comes back after the second that it is told. Answers how often each status was seen. */
async function crowd({ seconds, uploads, reports }) {
  const end = performance.now() + seconds * 1000;
  const counts = {};
  const client = async (kind, call, message) => {
    while (performance.now() < end) {
      const status = await call(message).catch((error) => error.code ?? 'error');
      counts[`${kind} ${status}`] = (counts[`${kind} ${status}`] ?? 0) + 1;
      if (status === 503) await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  };
  const all = (kind, call, { clients, ...message }) => Array.from({ length: clients }, () => client(kind, call, message));
  await Promise.all([...all('create', upload, uploads), ...all('report', report, reports)]);
  return counts;
}

answerParent({ crowd });
