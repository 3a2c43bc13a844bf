import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ILLEGIBLE } from '../errors/error-body';
import { SECURITY_HEADERS } from './security-headers';

/** A client that still sends would see a reset instead of its answer, were the connection closed at once. */
const LINGER_MS = 2000;
const REASONS = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Is told of each such answer. */
type Told = (requestId: string, status: number) => void;

/** The last answer on each connection. */
const latest = new WeakMap<Duplex, ServerResponse>();
/** Answers that have left; only then it shows whether the connection stays open. */
const given = new WeakSet<ServerResponse>();
/** The answer that is to be given before this one. */
const ahead = new WeakMap<ServerResponse, ServerResponse>();
const refused = new WeakSet<Duplex>();

/**
 * Requests that were sent ahead wait for the answers before theirs. Node would begin them all at once, and also those behind
 * an answer that closes the connection, which nobody may (RFC 9112 §9.6).
 */
export function inTurn(request: IncomingMessage, response: ServerResponse, enter: () => void): void {
  const { socket } = request;
  const before = latest.get(socket);
  latest.set(socket, response);
  response.on('finish', () => given.add(response));
  const enterIfOpen = () => {
    if (socket.writable) enter();
  };
  if (!before || given.has(before)) return enterIfOpen();
  ahead.set(response, before);
  before.once('finish', enterIfOpen);
}

/** Another reader, such as a proxy in front, might see another body here, or another request: nobody needs to write it so. */
export function isAmbiguous({ headers, httpVersion, url = '' }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  // Some take what is behind it for a part of the path, others do not.
  if (url.includes('#')) return true;
  if (coding !== undefined) return httpVersion !== '1.1' || coding.toLowerCase() !== 'chunked';
  return httpVersion !== '1.1' && httpVersion !== '1.0';
}

/** What is no HTTP at all, or has headers without end, is refused in the one shape as well; the connection is of no use after it. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex, told: Told): void {
  if (error.code === 'ECONNRESET') return void socket.destroy();
  const answer = latest.get(socket);
  // It follows a request that is still being answered, or belongs to one that waits for it: that answer comes first.
  const first = answer?.req.complete ? answer : answer && ahead.get(answer);
  if (first && !given.has(first)) return void first.once('finish', () => refuse(error, socket, told));
  // It belongs to a request that has its answer, or half of it: nothing fits behind.
  if (answer && !answer.req.complete && answer.headersSent) return void socket.destroy();
  refuse(error, socket, told);
}

/** Refuses in the middle of reading. */
export function refuse({ code }: NodeJS.ErrnoException, socket: Duplex, told: Told): void {
  if (refused.has(socket)) return;
  if (!socket.writable) return void socket.destroy();
  refused.add(socket);
  const requestId = randomUUID();
  const body = JSON.stringify({ ...ILLEGIBLE, idRequisicao: requestId });
  const reason = REASONS[code as keyof typeof REASONS] ?? '400 Bad Request';
  const head = [
    `HTTP/1.1 ${reason}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  told(requestId, Number.parseInt(reason));
}
