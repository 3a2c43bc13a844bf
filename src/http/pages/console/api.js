import { BASE, Session } from './session.js';
import { t } from './text.js';

export const session = new Session();

/** What the service does not do, in its own words where it has some. */
export class Refusal extends Error {
  constructor({ status = 0, codigo = '', mensagem = '', erros = [] }) {
    super(
      mensagem ||
        t(
          'O serviço não respondeu: verifique a conexão e tente de novo.',
          'The service did not answer: check the connection and try again.',
        ),
    );
    Object.assign(this, { status, code: codigo, problems: erros });
  }

  /** Every sentence: the first says what is wrong, the others where. */
  get sentences() {
    const fields = this.problems.map(({ campo, mensagem }) => `${campo}: ${mensagem}`);
    return fields.length === 1 && this.problems[0].mensagem === this.message ? fields : [this.message, ...fields];
  }
}

const people = {};
const asking = {};

/** Who asks people for what only they can give: to `login`, for another `password`, and to `wait`, or no longer. */
export const onNeed = (asks) => Object.assign(people, asks);

/** Whoever needs it waits; the person is asked once. */
export const need = (what, ...details) => (asking[what] ??= people[what](...details).finally(() => (asking[what] = undefined)));

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const addressOf = (path, query) => {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return `${BASE}${path}${pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''}`;
};
const readRefusal = (status, text) => {
  try {
    return new Refusal({ status, ...JSON.parse(text) });
  } catch {
    return new Refusal({ status });
  }
};
export const isSessionOver = (refusal) => refusal instanceof Refusal && refusal.code === 'TOKEN_INVALIDO';

/** Longer waits are said, not sat out: neither one nor all of a call together. */
const LONGEST_WAIT_SECONDS = 10;
const LONGEST_WAITS_SECONDS = 60;

let waiting = 0;

/** Sits it out, and lets the person know; a little longer, so that those who wait together do not ask again together. */
async function wait(seconds) {
  waiting += 1;
  people.wait(seconds);
  await pause(seconds + Math.random());
  waiting -= 1;
  if (waiting === 0) people.wait(null);
}

/** Does it again with a new session of the same person when the old one is over, and a little later when it was too early. */
async function insist(attempt) {
  let person = session.login;
  for (let waited = 0; ;) {
    if (session.token === null) await need('login');
    // What somebody else began is not done in their name; the page is about to begin anew.
    if (person !== '' && session.login !== person) return new Promise(() => {});
    person = session.login;
    const token = session.token;
    try {
      return await attempt(token);
    } catch (refusal) {
      if (isSessionOver(refusal)) {
        if (session.token === token) session.end(true);
      } else if (refusal.code === 'TROCA_DE_SENHA_OBRIGATORIA') {
        await need('password', refusal.message);
      } else if (refusal.status === 429 && !(refusal.retryAfter > LONGEST_WAIT_SECONDS) && waited < LONGEST_WAITS_SECONDS) {
        const seconds = refusal.retryAfter || 1;
        waited += seconds;
        await wait(seconds);
      } else throw refusal;
    }
  }
}

/** One call of the public API; `key` makes it safe to repeat. */
export function call(method, path, { query, body, key, accept = 'application/json' } = {}) {
  return insist(async (token) => {
    const headers = { Authorization: `Bearer ${token}`, Accept: accept, ...session.subscription };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (key) headers['Idempotency-Key'] = key;
    const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fetch(addressOf(path, query), request).catch(() => {
      throw new Refusal({});
    });
    if (response.ok) return response;
    const refusal = readRefusal(response.status, await response.text());
    refusal.retryAfter = Number(response.headers.get('Retry-After'));
    throw refusal;
  });
}

export const read = async (path, query) => (await call('GET', path, { query })).json();

function transfer(token, address, file, key, progress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': key, ...session.subscription };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => progress(total > 0 ? loaded / total : 0));
    request.addEventListener('error', () => reject(new Refusal({})));
    request.addEventListener('load', () => {
      if (request.status < 300) return resolve(JSON.parse(request.responseText));
      const refusal = readRefusal(request.status, request.responseText);
      refusal.retryAfter = Number(request.getResponseHeader('Retry-After'));
      reject(refusal);
    });
    const form = new FormData();
    form.append('arquivo', file, file.name);
    request.send(form);
  });
}

/** A file on its way, as operation 2.3 takes it. */
export function send(path, query, file, { key, progress }) {
  return insist(async (token) => {
    try {
      return await transfer(token, addressOf(path, query), file, key, progress);
    } catch (refusal) {
      if (refusal.status !== 0) throw refusal;
      // A service that refuses a large body early may be gone before the browser has read why: asking something small tells.
      await call('GET', 'api/Estrutura');
      throw session.token === token ? refusal : new Refusal({ codigo: 'TOKEN_INVALIDO' });
    }
  });
}

/** For calls that may be repeated without being done twice. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
