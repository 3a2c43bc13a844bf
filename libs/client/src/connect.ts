import { bodyOf, type Body } from './body.ts';
import { AcervoError } from './errors.ts';
import { urlOf, type Input, type Operation } from './request.ts';
import { Sessions, type Credentials, type Session } from './session.ts';

export interface Options extends Partial<Credentials> {
  /** Of an earlier login. Without it the first call logs in. */
  session?: Session;
  /** An access token to be sent as it is, instead of a login. */
  token?: string;
  /** Called after every login and renewal, to store the session. */
  onSession?: (session: Session) => void;
  /** Key of the client and unit, where the service demands one. */
  subscriptionKey?: string;
  /** How often a call is repeated that met a busy service or a broken connection; 2 unless given. */
  retries?: number;
  fetch?: typeof fetch;
}

export interface CallOptions {
  /** The same call under the same key happens once. Creates get a new key unless given. */
  idempotencyKey?: string;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** Sees the headers of the answer, as `ETag`. */
  onResponse?: (response: Response) => void;
  /** Takes the bytes of an answer as they come; without it they are read into memory. */
  into?: (response: Response) => Promise<void>;
}

interface Request {
  method: string;
  headers: Headers;
  body: Body | undefined;
  signal?: AbortSignal | undefined;
}

export type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const LONGEST_WAIT_SECONDS = 30;
const TOKEN_REFUSED = 'TOKEN_INVALIDO';

const pause = (seconds: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
  });

class Caller {
  private readonly sessions: Sessions;
  private readonly fetch: typeof fetch;

  constructor(
    private readonly base: string,
    private readonly options: Options,
  ) {
    const { username, password, session, onSession = () => undefined } = options;
    const credentials = username !== undefined && password !== undefined ? { username, password } : undefined;
    this.fetch = options.fetch ?? ((...request) => fetch(...request));
    this.sessions = new Sessions((path, body) => this.post(path, body), credentials, session, onSession);
  }

  async call(operation: Operation, input: Input = {}, options: CallOptions = {}): Promise<unknown> {
    const url = urlOf(this.base, operation, input);
    const body = bodyOf(input.body);
    const headers = this.headersOf(operation, body !== undefined, options);
    const canRepeat = operation.method === 'GET' || headers.has('Idempotency-Key');
    const request = { method: operation.method, headers, body, signal: options.signal };
    const send = (token?: string) => {
      if (token) headers.set('Authorization', `Bearer ${token}`);
      return this.sent(url, request, canRepeat);
    };

    const token = operation.secured ? (this.options.token ?? (await this.sessions.token())) : undefined;
    let response = await send(token);
    if (token && response.status === 401 && this.options.token === undefined && body?.again !== false) {
      const refusal = await AcervoError.of(response);
      if (refusal.code !== TOKEN_REFUSED) throw refusal;
      response = await send(await this.sessions.renewed(token));
    }
    options.onResponse?.(response);
    if (!response.ok) throw await AcervoError.of(response);
    if (operation.accept === 'application/json') return response.json();
    if (!options.into) return new Uint8Array(await response.arrayBuffer());
    await options.into(response);
    return new Uint8Array();
  }

  /** Never sent to the target of a share link. */
  private get subscription(): Record<string, string> {
    const { subscriptionKey } = this.options;
    return subscriptionKey === undefined ? {} : { SubscriptionKey: subscriptionKey };
  }

  /** Headers of the caller replace the defaults, case-insensitively. */
  private headersOf({ accept, repeatable, secured }: Operation, hasBody: boolean, options: CallOptions): Headers {
    const key = options.idempotencyKey ?? (repeatable ? crypto.randomUUID() : undefined);
    const headers = new Headers({
      Accept: accept,
      ...(hasBody && { 'Content-Type': 'application/json' }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
      ...(secured && this.subscription),
    });
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
    return headers;
  }

  private post(path: string, body: unknown): Promise<Response> {
    const headers = new Headers({ Accept: 'application/json', 'Content-Type': 'application/json', ...this.subscription });
    return this.sent(`${this.base}${path}`, { method: 'POST', headers, body: bodyOf(body) }, true);
  }

  /** A call with 429 was not executed; the result of a call with 503 or a broken connection is unknown. */
  private async sent(url: string, call: Request, canRepeat: boolean): Promise<Response> {
    const { retries = 2 } = this.options;
    const signal = call.signal ?? null;
    for (let left = retries; ; left -= 1) {
      let seconds = 2 ** (retries - left) / 4;
      try {
        const response = await this.fetch(url, requestOf(call));
        seconds = Number(response.headers.get('retry-after') ?? seconds);
        const isEarly = response.status === 429 || (response.status === 503 && canRepeat);
        if (left <= 0 || !isEarly || call.body?.again === false || !(seconds <= LONGEST_WAIT_SECONDS)) return response;
        await response.body?.cancel();
      } catch (error) {
        if (left <= 0 || !canRepeat || call.body?.again === false || signal?.aborted) throw error;
      }
      await pause(seconds, call.signal);
    }
  }
}

/** A body that is sent while it is read has to be announced. */
function requestOf({ method, headers, body, signal }: Request): RequestInit {
  const made = body?.make();
  return {
    method,
    headers,
    ...(made !== undefined && { body: made }),
    // Node keeps all that it sends for a redirection, unless none can come.
    ...(made instanceof ReadableStream && { duplex: 'half', redirect: 'error', window: null }),
    signal: signal ?? null,
  };
}

/** Every operation as a method of its group. */
export function connectTo<Groups>(operations: Operations, url: string, options: Options): Groups {
  const caller = new Caller(url.replace(/\/+$/, ''), options);
  const groups = Object.entries(operations).map(([group, methods]) => {
    const calls = Object.entries(methods).map(([name, operation]) => [
      name,
      (input?: Input, call?: CallOptions) => caller.call(operation, input, call),
    ]);
    return [group, Object.fromEntries(calls) as object];
  });
  return Object.fromEntries(groups) as Groups;
}
