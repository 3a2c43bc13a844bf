import { validateHeaderName, validateHeaderValue } from 'node:http';
import { AddressPolicy } from './addresses';
import { checkUrl } from './check-url';
import { Deadline } from './deadline';
import { exchange, exchangeWith } from './exchange';
import { single } from './headers';
import { settle, type SafeDownloadOptions } from './options';
import type { Answer } from './request';
import { retryAfter } from './retry-after';
import { resolveTarget, type Target } from './target';

type LookUp = 'connectTimeoutMs' | 'allowedNetworks' | 'ports' | 'nameServers' | 'resolve' | 'signal';
type Shared = LookUp | 'ca';

/** Where a URL leads now, checked: the addresses that `safeSend` connects to, and no others. */
export interface Destination {
  readonly url: URL;
  readonly target: Target;
}

export interface SafeSendOptions extends Pick<SafeDownloadOptions, Shared> {
  body: Uint8Array;
  /** Of the body and the like. Host, Connection, Content-Length and Transfer-Encoding are not for you to set. */
  headers?: Readonly<Record<string, string>>;
  /** Over everything, until the answer's headers are in. Default 15000. */
  totalTimeoutMs?: number;
}

/** What the other side answered, as far as one wants to know. */
export interface Sent {
  /** Any: a redirect is not followed, and an error of the server is an answer, too. */
  status: number;
  /** Seconds that the other side asks to be left alone, by Retry-After. */
  retryAfterSeconds?: number;
}

const TOTAL_TIMEOUT = 15_000;
/** As much of the answer's body is read, so that most servers can end in peace. */
const MAX_BODY = 16_384;
const BODY_TIMEOUT = 1000;
const OURS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'upgrade', 'trailer']);

/**
 * Sends a POST to a URL that a stranger chose, as safely as `safeDownload` gets a file; and http only to addresses that the operator
 * opened. Resolves with the status, whatever becomes of the answer's body, which is dropped.
 * @throws DownloadError for all that may be wrong with the URL, the host and the connection. Whether the request arrived is not known
 *   then: `TIMEOUT` and `UNREACHABLE` can come after the last byte was sent
 * @throws RangeError for options that make no sense, TypeError for headers that cannot be sent
 * @throws the reason of `options.signal`, when that ends the sending
 */
export async function safeSend(
  to: string | Destination,
  { body, headers = {}, totalTimeoutMs = TOTAL_TIMEOUT, ...options }: SafeSendOptions,
): Promise<Sent> {
  const own = checked(headers);
  // The whole time is the other side's to answer in.
  const settings = { ...settle({ ...options, totalTimeoutMs, headersTimeoutMs: totalTimeoutMs, maxBytes: MAX_BODY }), secureOnly: true };
  const policy = new AddressPolicy(settings.allowedNetworks);
  const deadline = new Deadline(totalTimeoutMs, settings.signal);
  try {
    const message = { method: 'POST', headers: own, body } as const;
    const answer = await (typeof to === 'string'
      ? exchange(checkUrl(to), message, policy, settings, deadline)
      : exchangeWith(to.target, to.url, message, policy, settings, deadline));
    await drop(answer, deadline);
    const retryAfterSeconds = retryAfter(single(answer.headers, 'retry-after'));
    return retryAfterSeconds === undefined ? { status: answer.status } : { status: answer.status, retryAfterSeconds };
  } finally {
    deadline.stop();
  }
}

/**
 * Checks a URL as `safeSend` does, and looks its name up: for callers that limit how much goes to an address.
 * @throws as `safeSend` does before it connects
 */
export async function destinationOf(url: string, options: Pick<SafeDownloadOptions, LookUp> = {}): Promise<Destination> {
  const settings = { ...settle({ ...options, totalTimeoutMs: TOTAL_TIMEOUT, maxBytes: 0 }), secureOnly: true };
  const deadline = new Deadline(TOTAL_TIMEOUT, settings.signal);
  try {
    const checkedUrl = checkUrl(url);
    return { url: checkedUrl, target: await resolveTarget(checkedUrl, new AddressPolicy(settings.allowedNetworks), settings, deadline) };
  } finally {
    deadline.stop();
  }
}

function checked(headers: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(headers).map(([name, value]) => {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return [name.toLowerCase(), value] as const;
  });
  const foreign = own.find(([name]) => OURS.has(name));
  if (foreign !== undefined) throw new TypeError(`The header ${foreign[0]} is not for the caller to set`);
  return Object.fromEntries(own);
}

/** The status is known, so nothing that happens here matters any more. */
async function drop(answer: Answer, deadline: Deadline): Promise<void> {
  await deadline.within(BODY_TIMEOUT, readSome(answer)).catch(() => {});
  await answer.destroy();
}

async function readSome({ body }: Answer): Promise<void> {
  let received = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    received += piece.length;
    if (received >= MAX_BODY) return;
  }
}
