/**
 * The load: so many clients, each with one piece of work under way, in a process of its own. A piece of work is the calls that it takes,
 * one after the other; a later one may use what an earlier one answered, as `{{name}}`.
 */
import { createHash } from 'node:crypto';
import { Agent, request } from 'undici';
import { answerParent } from '../lib/answer-parent.mjs';

let agent;
let turn = 0;

const filled = (text, known) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => known[name]);
const valueAt = (json, path) => path.reduce((value, key) => value[key], json);

/** What does not change from one piece of work to the next is made once. */
const prepared = (calls) =>
  calls.map(({ urls, url, base64, ...call }) => {
    const body = base64 === undefined ? undefined : Buffer.from(base64, 'base64');
    const takesFromEarlier = [url ?? '', call.takes ? body.toString() : ''].some((text) => text.includes('{{'));
    return { ...call, urls: urls ?? [url], body, takesFromEarlier };
  });

async function send({ urls, method = 'GET', headers = {}, contentType, body, takesFromEarlier, status = 200 }, known, isRead) {
  const template = urls[turn++ % urls.length];
  const url = takesFromEarlier ? filled(template, known) : template;
  const sent = takesFromEarlier && body ? Buffer.from(filled(body.toString(), known)) : body;
  const answer = await request(url, {
    dispatcher: agent,
    method,
    headers: contentType ? { ...headers, 'content-type': contentType } : headers,
    body: sent,
  });
  if (answer.statusCode !== status) throw new Error(`${method} ${url}: ${answer.statusCode} ${(await answer.body.text()).slice(0, 500)}`);
  if (isRead) return Buffer.from(await answer.body.arrayBuffer());
  for await (const chunk of answer.body) void chunk;
  return null;
}

async function work(calls) {
  const known = {};
  for (const call of calls) {
    const answer = await send(call, known, call.keep !== undefined);
    if (answer) for (const [name, path] of Object.entries(call.keep)) known[name] = valueAt(JSON.parse(answer), path);
  }
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/** Closed model. Latencies in ms, of whole pieces of work; those under way at the end are finished and not counted. */
async function run({ calls: given, connections, seconds }) {
  const calls = prepared(given);
  agent ??= new Agent({ connections, pipelining: 1 });
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const latencies = [];
  const client = async () => {
    for (let from = performance.now(); from < end;) {
      await work(calls);
      const now = performance.now();
      if (now <= end) latencies.push(now - from);
      from = now;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  latencies.sort((a, b) => a - b);
  return { perSecond: latencies.length / seconds, done: latencies.length, p50: at(latencies, 0.5), p99: at(latencies, 0.99) };
}

/** One piece of work with its answers, each as text and as what can be compared. */
async function once({ calls: given, turns = 1 }) {
  agent ??= new Agent({ connections: 16, pipelining: 1 });
  const answers = [];
  for (let index = 0; index < turns; index++) {
    const known = {};
    turn = index;
    for (const call of prepared(given)) {
      const bytes = await send(call, known, true);
      const text = bytes.toString();
      for (const [name, path] of Object.entries(call.keep ?? {})) known[name] = valueAt(JSON.parse(text), path);
      answers.push({ text, length: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    }
  }
  return answers;
}

/** From now until a program that is starting answers this call. */
async function firstAnswer({ call, timeoutMs = 60_000 }) {
  const [prepped] = prepared([call]);
  const own = new Agent({ connections: 1, pipelining: 1 });
  const begin = performance.now();
  let last = 'nobody listens';
  try {
    for (;;) {
      try {
        const { statusCode, body } = await request(prepped.urls[0], { dispatcher: own, headers: prepped.headers });
        last = `${statusCode} ${(await body.text()).slice(0, 300)}`;
        if (statusCode === (prepped.status ?? 200)) return performance.now() - begin;
        if (statusCode >= 400 && statusCode < 500) throw new Error(last);
      } catch (error) {
        if (error.code !== 'ECONNREFUSED' && error.code !== 'UND_ERR_SOCKET') throw error;
      }
      if (performance.now() - begin > timeoutMs) throw new Error(`no right answer within ${timeoutMs / 1000} s: ${last}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    await own.destroy();
  }
}

answerParent({ run, once, firstAnswer });
