import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { ILLEGIBLE } from '../errors/error-body';
import { SECURITY_HEADERS } from './security-headers';

/** If the connection closed at once, a client that is still sending would get a reset, not its answer. */
const LINGER_MS = 2000;
const REASONS = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Called for each such answer. */
type Told = (requestId: string, status: number) => void;

/** The last answer on each connection. */
const latest = new WeakMap<Duplex, ServerResponse>();
/** Finished answers: only then it is known whether the connection stays open. */
const given = new WeakSet<ServerResponse>();
/** The answer that must finish before this one. */
const ahead = new WeakMap<ServerResponse, ServerResponse>();
const refused = new WeakSet<Duplex>();

/**
 * Pipelined requests wait for the previous answer. Node would start them all at once, even those after an answer that
 * closes the connection, which is forbidden (RFC 9112 §9.6).
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

/** First of the waits between two probes; each is twice the one before. */
const PROBE_MS = 100;

/**
 * A client that has sent all may close its half of the connection and still read its answer; one that is gone looks the same, but resets
 * the connection when it is sent something. So an interim answer is sent now and then, which clients pass over (RFC 9110 §15.2).
 */
export function probeHalfClosed(server: Server): void {
  // Not in Node's types: else Node would close the other half, too.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  server.on('connection', (socket: Socket) => {
    socket.on('end', () => {
      const answer = latest.get(socket);
      if (!answer || given.has(answer)) return;
      // A request that was cut is refused after the answers before it (`refuseUnreadable`).
      const before = ahead.get(answer);
      if (!answer.req.complete && before && !given.has(before)) return;
      // HTTP/1.0 has no interim answers.
      if (!answer.req.complete || answer.req.httpVersion !== '1.1') return void socket.end();
      probe(socket, answer, PROBE_MS);
    });
  });
}

function probe(socket: Socket, answer: ServerResponse, waitMs: number): void {
  if (!socket.writable || answer.headersSent || answer.writableEnded) return;
  answer.writeProcessing();
  setTimeout(() => probe(socket, answer, waitMs * 2), waitMs).unref();
}

/** Whether the client is still there, as far as probes tell; asked after two turns of the event loop, when the end of a connection is known. */
export async function isThere(socket: Socket): Promise<boolean> {
  if (socket.writable && socket.readableEnded) await pause(PROBE_MS * 3.5);
  return socket.writable;
}

/** Syntax that a proxy might parse as another body or request (request smuggling), or send to another host; no valid client needs it. */
export function isAmbiguous({ headers, httpVersion, url = '' }: IncomingMessage): boolean {
  if (headers.host === undefined && httpVersion === '1.1') return true;
  const coding = headers['transfer-encoding'];
  // Parsers differ on whether a fragment is part of the path.
  if (url.includes('#')) return true;
  if (coding !== undefined) return httpVersion !== '1.1' || coding.toLowerCase() !== 'chunked';
  return httpVersion !== '1.1' && httpVersion !== '1.0';
}

/** Refuses invalid HTTP and oversized headers in the one error shape, then closes the connection, which is unusable. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex, told: Told): void {
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return void socket.destroy();
  const answer = latest.get(socket);
  // An earlier request is still being answered: its answer comes first.
  const first = answer?.req.complete ? answer : answer && ahead.get(answer);
  if (first && !given.has(first)) return void first.once('finish', () => refuse(error, socket, told));
  // Its own answer has already begun: no second one can follow.
  if (answer && !answer.req.complete && answer.headersSent) return void socket.destroy();
  refuse(error, socket, told);
}

/** Refuses while reading. */
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
