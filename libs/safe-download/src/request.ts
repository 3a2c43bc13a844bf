import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import type { Deadline } from './deadline';
import { DownloadError, codeOf } from './download-error';

/** Of all headers together, in bytes. */
const MAX_HEADERS = 16_384;

/** Fixed and few: no cookies, no authorization, nothing of the caller's own request. */
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'safe-download/1' };

/** An answer whose body is not read yet. */
export interface Answer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  body: Dispatcher.ResponseData['body'];
  /** Closes the connection; resolves when it is closed. */
  destroy(): Promise<void>;
}

/**
 * One GET over an open socket. It takes over the socket, and uses no other.
 * @throws DownloadError `UNREACHABLE`, `TOO_LARGE` (headers), `TIMEOUT`; the socket is gone then
 */
export async function request(url: URL, socket: Socket, deadline: Deadline, headersTimeoutMs: number): Promise<Answer> {
  // undici's own timers are off: they are coarse, and each 1xx answer winds up the one for headers again.
  const client = new Client(url.origin, { connect: handOver(socket), maxHeaderSize: MAX_HEADERS, headersTimeout: 0, bodyTimeout: 0 });
  // Nobody need hear of the end that `destroy` gives it, not even before undici listens.
  socket.on('error', () => {});
  const abort = (): void => void destroy();
  const destroy = async (): Promise<void> => {
    deadline.signal.removeEventListener('abort', abort);
    // With an error: of a socket that closes without one, undici's parser asserts in the event that it is not paused, which it is
    // when more has come than was read; that would end the process.
    socket.destroy(new Error('the download is over'));
    await client.destroy();
  };
  deadline.signal.addEventListener('abort', abort, { once: true });
  try {
    const sent = client.request({ method: 'GET', path: url.pathname + url.search, headers: HEADERS, reset: true });
    const { statusCode, headers, body } = await deadline.within(headersTimeoutMs, sent);
    // Whoever reads it gets the error; while nobody does, it must not end the process.
    body.on('error', () => {});
    return { status: statusCode, headers, body, destroy };
  } catch (error) {
    await destroy();
    if (deadline.signal.aborted) throw deadline.signal.reason;
    const code = codeOf(error);
    throw new DownloadError(code === 'UND_ERR_HEADERS_OVERFLOW' ? 'TOO_LARGE' : 'UNREACHABLE', code);
  }
}

/** A connector for undici that gives the socket away once. To connect again would be to connect unchecked. */
function handOver(socket: Socket): NonNullable<Client.Options['connect']> {
  let free = true;
  return (_options, callback) => {
    const first = free;
    free = false;
    // Not at once: undici overlooks a connection that is ready before the connector has returned.
    queueMicrotask(() => (first ? callback(null, socket) : callback(new Error('the connection is gone'), null)));
  };
}
