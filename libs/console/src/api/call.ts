import { serviceUrl } from '../base';
import { t } from '../i18n';
import { store } from '../store';
import { health, sawAnswer } from './health';
import { Refusal, refusalOf } from './refusal';
import { session, type Session } from './session';

export type Query = Record<string, string | number | boolean | undefined>;

interface Call {
  query?: Query;
  body?: unknown;
  /** It has a key, for what may have been done without an answer is asked again as the same call; other content is another one. */
  isOnce?: boolean;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** Longer waits are shown instead: neither one nor all of a call together. */
const LONGEST_WAIT_SECONDS = 10;
const LONGEST_WAITS_SECONDS = 60;

/** What the service says why the person must choose another password now; null: it does not. */
export const passwordNeeded = store<string | null>(null);

export const isSessionOver = (problem: unknown) => problem instanceof Refusal && problem.code === 'TOKEN_INVALIDO';
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export function addressOf(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
  return serviceUrl(path) + (pairs.length > 0 ? `?${search}` : '');
}

export function authorization(token: string): Record<string, string> {
  const key = session.subscription();
  return { Authorization: `Bearer ${token}`, ...(key && { SubscriptionKey: key }) };
}

async function answered(address: string, request: RequestInit): Promise<Response> {
  const response = await fetch(address, request).catch((cause: unknown) => {
    if (request.signal?.aborted) throw cause;
    sawAnswer(true);
    throw new Refusal(0, '', t.problems.offline);
  });
  sawAnswer(response.status === 503);
  if (response.ok) return response;
  throw refusalOf(response.status, await response.text(), (name) => response.headers.get(name));
}

const post = (path: string, body: unknown) => {
  const key = session.subscription();
  const headers = { 'Content-Type': 'application/json', ...(key && { SubscriptionKey: key }) };
  return answered(serviceUrl(path), { method: 'POST', headers, body: JSON.stringify(body) });
};

export async function logIn(username: string, password: string): Promise<void> {
  session.begin((await (await post('/api/Autenticacao/Login', { username, password })).json()) as Session);
}

export async function logOut(): Promise<void> {
  const { Token } = session.get() ?? {};
  if (Token) await fetch(serviceUrl('/api/Autenticacao/Logout'), { method: 'POST', headers: authorization(Token) }).catch(() => undefined);
  session.end();
}

let renewing: Promise<void> | undefined;

async function renew({ IdUsuario, Login, RefreshToken }: Session): Promise<void> {
  const body = { idUsuario: IdUsuario, username: Login, refreshToken: RefreshToken };
  try {
    session.begin((await (await post('/api/Autenticacao/RefreshToken', body)).json()) as Session);
  } catch (problem) {
    if (problem instanceof Refusal && problem.mayPass) throw problem;
    session.expire();
  }
}

/** Renewed once for all calls that wait for it, unless another call or tab was faster. */
async function renewed(token: string): Promise<void> {
  const now = session.get();
  if (!now || now.Token !== token) return;
  renewing ??= renew(now).finally(() => (renewing = undefined));
  await renewing;
}

const passwordChanged = (reason: string) =>
  new Promise<void>((resolve) => {
    if (passwordNeeded.get() === null) passwordNeeded.set(reason);
    const stop = passwordNeeded.subscribe(() => passwordNeeded.get() === null && (stop(), resolve()));
  });

let waiting = 0;
/** A little longer than asked, so that calls that wait together do not come back together. */
async function wait(seconds: number): Promise<void> {
  waiting += 1;
  health.set({ ...health.get(), waitSeconds: seconds });
  await new Promise((resolve) => setTimeout(resolve, (seconds + Math.random()) * 1000));
  waiting -= 1;
  if (waiting === 0) health.set({ ...health.get(), waitSeconds: 0 });
}

/** Repeats what failed for want of a session, a new password or time; a call waits until the person has logged in again. */
export async function insist<T>(attempt: (token: string) => Promise<T>): Promise<T> {
  for (let waited = 0; ;) {
    const { Token } = session.get() ?? (await session.begun());
    try {
      return await attempt(Token);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (isSessionOver(problem)) await renewed(Token);
      else if (problem.code === 'TROCA_DE_SENHA_OBRIGATORIA') await passwordChanged(problem.message);
      else if (problem.status === 429 && problem.retryAfter <= LONGEST_WAIT_SECONDS && waited < LONGEST_WAITS_SECONDS) {
        const seconds = problem.retryAfter || 1;
        waited += seconds;
        await wait(seconds);
      } else throw problem;
    }
  }
}

function called(method: string, path: string, key: string | undefined, { query, body, headers = {}, signal }: Call): Promise<Response> {
  return insist((token) =>
    answered(addressOf(path, query), {
      method,
      headers: {
        Accept: 'application/json',
        ...authorization(token),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ?? null,
    }),
  );
}

/** Keys of calls without an answer yet, by all that they send. */
const unanswered = new Map<string, string>();

async function calledOnce(method: string, path: string, asked: Call): Promise<Response> {
  const content = JSON.stringify([method, addressOf(path, asked.query), asked.body]);
  const key = unanswered.get(content) ?? newKey();
  unanswered.set(content, key);
  try {
    const response = await called(method, path, key, asked);
    // An answer that is cut is none.
    const whole = await response.blob().catch(() => Promise.reject(new Refusal(0, '', t.problems.offline)));
    unanswered.delete(content);
    return new Response(whole.size > 0 ? whole : null, response);
  } catch (problem) {
    if (problem instanceof Refusal && !problem.mayPass) unanswered.delete(content);
    throw problem;
  }
}

/** One call of the public API. */
export const call = (method: string, path: string, asked: Call = {}): Promise<Response> =>
  asked.isOnce ? calledOnce(method, path, asked) : called(method, path, undefined, asked);

export const read = async <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
  (await call('GET', path, { ...(query && { query }), signal })).json() as Promise<T>;
