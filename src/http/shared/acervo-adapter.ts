import { randomUUID } from 'node:crypto';
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { Answer } from './answer';
import { openEdge } from './edge-request';
import { drain } from './drain';

const REQUEST_ID = /^[\w.:-]{1,100}$/;
const VERSION_PREFIX = /^\/v1(?=\/)/i;

/**
 * Express behind Nest, with three things of our own: requests enter with an id and without the `/v1` prefix; an answer is
 * one write of JSON; and request and response are made with Express's prototypes, where Express would exchange the
 * prototype of each and thereby slow down everything after it (five times, on Node 20).
 */
export class AcervoAdapter extends ExpressAdapter {
  /** @param sharePath where share links point to, as a path of this service; they are served under one fixed path. */
  constructor(private readonly sharePath: string) {
    super();
    this.getInstance().disable('x-powered-by');
    this.getInstance().disable('etag');
    // Queries are read by our own rules; Express need not read them as well.
    this.getInstance().set('query parser', false);
  }

  override initHttpServer(): void {
    const app = this.getInstance();
    class EdgeIncoming extends IncomingMessage {}
    class EdgeOutgoing extends ServerResponse {}
    Object.setPrototypeOf(EdgeIncoming.prototype, app.request);
    Object.setPrototypeOf(EdgeOutgoing.prototype, app.response);
    app.request = EdgeIncoming.prototype;
    app.response = EdgeOutgoing.prototype;
    const enter = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) => {
      this.enter(request, response, expectsContinue);
      app(request, response);
    };
    const options = { IncomingMessage: EdgeIncoming, ServerResponse: EdgeOutgoing, requireHostHeader: false };
    const server = createServer(options, (request, response) => enter(request, response, false));
    // Without a listener Node would ask for the body before anybody has looked at the token.
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => enter(request, response, true));
    // Anything else that a client expects, it does without.
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => enter(request, response, false));
    server.on('connect', (_: IncomingMessage, socket: Duplex) => refuseUnreadable(new Error('CONNECT'), socket));
    server.on('clientError', refuseUnreadable);
    server.headersTimeout = 15_000;
    // A large file on a slow line takes as long as it takes; a line on which nothing moves does not.
    server.requestTimeout = 0;
    server.timeout = 120_000;
    server.keepAliveTimeout = 65_000;
    // No count: Node would leave out what comes after it, an If-Match for instance. Their size is limited to 16 KiB.
    server.maxHeadersCount = 0;
    this.httpServer = server;
  }

  override reply(response: Response, result: unknown, statusCode?: number): void {
    const { body, options } = result instanceof Answer ? result : new Answer(result);
    const status = options.status ?? statusCode;
    if (status) response.statusCode = status;
    for (const [name, value] of Object.entries(options.headers ?? {})) response.setHeader(name, value);
    if (body === undefined) return void response.end();
    const json = JSON.stringify(body);
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Content-Length', Buffer.byteLength(json));
    response.end(json);
  }

  override async close(): Promise<undefined> {
    const server = this.httpServer as Server;
    const closed = server.listening ? new Promise<void>((resolve) => server.close(() => resolve())) : undefined;
    server.closeIdleConnections();
    await Promise.race([closed, new Promise<void>((resolve) => setTimeout(resolve, 10_000).unref())]);
    server.closeAllConnections();
    return undefined;
  }

  private enter(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void {
    const sent = request.headers['x-request-id'];
    const requestId = typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
    openEdge(request, { requestId, expectsContinue });
    response.setHeader('X-Request-Id', requestId);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'no-store');
    request.url = this.inward(request.url ?? '/');
    response.once('finish', () => drain(request));
  }

  private inward(url: string): string {
    const plain = url.replace(VERSION_PREFIX, '');
    return this.shared(url) ?? this.shared(plain) ?? plain;
  }

  /** An address below the share path as the fixed path that serves it; at the root only what looks like a token is one. */
  private shared(url: string): string | null {
    if (url.slice(0, this.sharePath.length).toLowerCase() !== this.sharePath.toLowerCase()) return null;
    const rest = url.slice(this.sharePath.length);
    return (this.sharePath === '' ? TOKEN_END : SEGMENT_END).test(rest) ? `${SHARED_PATH}${rest}` : null;
  }
}

/** What is no HTTP at all, or has headers without end, is refused in the one shape as well. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const requestId = randomUUID();
  const body = JSON.stringify({ codigo: 'REQUISICAO_ILEGIVEL', mensagem: 'A requisição HTTP não pôde ser lida.', idRequisicao: requestId });
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Where share links are served. */
export const SHARED_PATH = '/compartilhado';
const SEGMENT_END = /^\/[^/?]+(\?.*)?$/;
const TOKEN_END = /^\/[\w-]{43}(\?.*)?$/;
