/**
 * The load of small calls: so many clients, each with one piece of work under way, in a process of its own. A piece of work is the calls that
 * it takes, one after the other; a later one may use what an earlier one answered, as `{{name}}`. Addresses, bodies and tokens are taken in
 * turn, by each contestant from the first on.
 */
import { createHash } from 'node:crypto';
import { Agent } from 'undici';
import { answerParent } from './answer-parent.mjs';
import { percentile } from './statistics.mjs';

/** As many connections as there are clients. */
const agent = new Agent({ pipelining: 1 });

const filled = (text, known) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => known[name]);
const valueAt = (json, path) => path.reduce((value, key) => value[key], json);
const isOpen = (text) => text.includes('{{');
const inTurn = (values, turn) => values?.[turn % values.length];

/** What does not change from one piece of work to the next is made once. */
const prepared = (calls) =>
  calls.map(({ base64, urls, type, headers, ...call }) => ({
    ...call,
    headers: type ? { ...headers, 'content-type': type } : headers,
    bodies: base64?.map((text) => Buffer.from(text, 'base64')),
    targets: urls.map((url) => (isOpen(url) ? url : new URL(url))),
  }));

/** Answers the bytes if they are to be read. */
function send({ targets, method = 'GET', headers, bodies, takes: bodyTakes, tokens, status }, { turn, known }, isRead) {
  const target = inTurn(targets, turn);
  const { origin, pathname, search } = typeof target === 'string' ? new URL(filled(target, known)) : target;
  const body = inTurn(bodies, turn);
  const token = inTurn(tokens, turn);
  return new Promise((resolve, reject) => {
    let answered;
    const chunks = [];
    const request = {
      origin,
      path: pathname + search,
      method,
      headers: token === undefined ? headers : { ...headers, authorization: token },
      body: body && bodyTakes ? filled(body.toString(), known) : body,
    };
    const isExpected = () => (status === undefined ? answered >= 200 && answered < 400 : answered === status);
    agent.dispatch(request, {
      onRequestStart() {},
      onResponseStart(_, code) {
        answered = code;
      },
      onResponseData(_, chunk) {
        if (isRead || !isExpected()) chunks.push(chunk);
      },
      onResponseEnd() {
        const bytes = Buffer.concat(chunks);
        if (isExpected()) resolve(isRead ? bytes : null);
        else reject(new Error(`${method} ${origin}${pathname}${search}: ${answered} ${bytes.toString().slice(0, 500)}`));
      },
      onResponseError: (_, error) => reject(error),
    });
  });
}

async function work(calls, turn, look) {
  const known = {};
  for (const call of calls) {
    const answer = await send(call, { turn, known }, look !== undefined || call.keep !== undefined);
    for (const [name, path] of Object.entries(call.keep ?? {})) known[name] = valueAt(JSON.parse(answer), path);
    look?.(answer);
  }
}

/**
 * Closed model. Latencies in ms, of whole pieces of work; those under way at the end are finished and not counted.
 * @param rate if given, at most so many pieces of work begin per second
 */
async function run({ calls: given, connections, seconds, rate = Infinity }) {
  const calls = prepared(given);
  let turn = 0;
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const latencies = [];
  const client = async () => {
    for (let from = performance.now(); from < end;) {
      const due = begin + (turn / rate) * 1000;
      const mine = turn++;
      if (due > from) await new Promise((resolve) => setTimeout(resolve, due - from));
      await work(calls, mine);
      const now = performance.now();
      if (now <= end) latencies.push(now - from);
      from = now;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / seconds,
    done: latencies.length,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

/** Each turn's answers, as text and as what can be compared. */
async function once({ calls: given, turns = 1 }) {
  const calls = prepared(given);
  const answers = [];
  const look = (bytes) =>
    answers.push({ text: bytes.toString(), length: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  for (let turn = 0; turn < turns; turn++) await work(calls, turn, look);
  return answers;
}

/** From now until a program that is starting answers this call. */
async function firstAnswer({ call: { url, headers, status = 200 }, timeoutMs = 60_000 }) {
  const begin = performance.now();
  let last = 'nobody listens';
  for (;;) {
    try {
      const response = await fetch(url, { headers, redirect: 'manual' });
      last = `${response.status} ${(await response.text()).slice(0, 300)}`;
      if (response.status === status) return performance.now() - begin;
      if (response.status >= 400 && response.status < 500) throw new Error(last);
    } catch (error) {
      if (!['ECONNREFUSED', 'UND_ERR_SOCKET'].includes(error.cause?.code)) throw error;
    }
    if (performance.now() - begin > timeoutMs) throw new Error(`no right answer within ${timeoutMs / 1000} s: ${last}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

answerParent({ run, once, firstAnswer });
