import { request as open, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Deadline } from './deadline';
import { DownloadError, codeOf } from './download-error';

/** Of all headers together, in bytes. */
const MAX_HEADERS = 16_384;

/** Fixed and few: no cookies, no authorization, nothing of the caller's own request. */
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'safe-download/1' };

/** What is sent. */
export interface Message {
  method: 'GET' | 'POST';
  /** In lower case; they may replace the fixed ones, but for those that make the connection. */
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

/** An answer whose body is not read yet. */
export interface Answer {
  status: number;
  /** Several values where there are several headers of one name: none of them is preferred. */
  headers: Readonly<Record<string, string | string[]>>;
  body: IncomingMessage;
  /** Closes the connection; resolves when it is closed. */
  destroy(): Promise<void>;
}

/**
 * One request over an open socket. It takes over the socket, and uses no other.
 * @throws DownloadError `UNREACHABLE`, `TOO_LARGE` (headers), `TIMEOUT`; the socket is gone then
 */
export async function request(url: URL, message: Message, socket: Socket, deadline: Deadline, headersTimeoutMs: number): Promise<Answer> {
  // Ignores the error caused by `destroy`.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));
  const abort = (): void => void destroy();
  const destroy = (): Promise<void> => {
    deadline.signal.removeEventListener('abort', abort);
    socket.destroy();
    return closed;
  };
  deadline.signal.addEventListener('abort', abort, { once: true });
  try {
    const sent = answerTo(url, message, socket);
    const body = await deadline.within(headersTimeoutMs, sent);
    // Readers get the error; without a reader it must not end the process.
    body.on('error', () => {});
    return { status: body.statusCode as number, headers: headersOf(body), body, destroy };
  } catch (error) {
    await destroy();
    if (deadline.signal.aborted) throw deadline.signal.reason;
    const code = codeOf(error);
    throw new DownloadError(code === 'HPE_HEADER_OVERFLOW' ? 'TOO_LARGE' : 'UNREACHABLE', code);
  }
}

/** Without an agent the socket is the only one there is: to connect again would be to connect unchecked. */
function answerTo(url: URL, { method, headers: own, body }: Message, socket: Socket): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': body.length };
    const headers = { ...HEADERS, ...own, host: url.host, connection: 'close', ...length };
    const path = url.pathname + url.search;
    const request = open({ method, path, headers, maxHeaderSize: MAX_HEADERS, createConnection: () => socket });
    request.once('response', resolve).once('upgrade', () => reject(new Error('an upgrade that nobody asked for')));
    request.on('error', reject).end(body);
  });
}

const headersOf = ({ headersDistinct }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.length === 1 ? values[0]! : values]));
