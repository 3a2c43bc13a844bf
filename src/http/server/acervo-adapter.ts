import { randomUUID } from 'node:crypto';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { Answer } from './answer';
import { capConnections } from './connection-cap';
import { inTurn, isAmbiguous, probeHalfClosed, refuse, refuseUnreadable } from './connection';
import { openContext } from './request-context';
import { GracefulShutdown } from './graceful-shutdown';
import { drain } from './discard-rest';
import { SECURITY_HEADERS } from './security-headers';
import { decodable } from './url-bytes';
import type { RequestTelemetry } from './request-telemetry';

const REQUEST_ID = /^[\w.:-]{1,64}$/;
const ALWAYS = Object.entries(SECURITY_HEADERS);
const VERSION_PREFIX = /^\/v1(?=\/)/i;

/**
 * Express for Nest, with three changes: a request gets an id and loses the `/v1` prefix; an answer is one write of JSON;
 * and requests and responses are created with Express's prototypes. Express would replace the prototype of each object,
 * which slows down all later code (five times, on Node 20).
 */
export class AcervoAdapter extends ExpressAdapter {
  readonly shutdown = new GracefulShutdown();
  /** Set before the first request. */
  telemetry!: RequestTelemetry;

  /** @param sharePath path of share links in this service; internally they are served under one fixed path. */
  constructor(
    private readonly sharePath: string,
    private readonly limits: { maxConnections: number; maxConnectionsPerAddress: number; shutdownSeconds: number },
  ) {
    super();
    this.getInstance().disable('x-powered-by');
    this.getInstance().disable('etag');
    // The service parses queries itself (read-query.ts).
    this.getInstance().set('query parser', false);
  }

  override initHttpServer(): void {
    const app = this.getInstance();
    class ServiceRequest extends IncomingMessage {}
    class ServiceResponse extends ServerResponse {}
    Object.setPrototypeOf(ServiceRequest.prototype, app.request);
    Object.setPrototypeOf(ServiceResponse.prototype, app.response);
    // Express has a getter here; the DTO needs a writable property.
    Object.defineProperty(ServiceRequest.prototype, 'query', { value: undefined, writable: true });
    app.request = ServiceRequest.prototype;
    app.response = ServiceResponse.prototype;
    const enter = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) => {
      if (isAmbiguous(request)) return refuse(new Error('ambiguous'), request.socket, this.telemetry.refusedUnread);
      this.enter(request, response, expectsContinue);
      this.telemetry.enter(request, response, () => app(request, response));
    };
    const options = { IncomingMessage: ServiceRequest, ServerResponse: ServiceResponse, requireHostHeader: false };
    const wait = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) =>
      inTurn(request, response, () => enter(request, response, expectsContinue));
    const server = createServer(options, (request, response) => wait(request, response, false));
    // Without a listener Node would send `100 Continue` before the token is checked.
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => wait(request, response, true));
    // Any other `Expect` header is ignored.
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => wait(request, response, false));
    const unreadable = (error: Error, socket: Duplex) => refuseUnreadable(error, socket, this.telemetry.refusedUnread);
    server.on('connect', (_: IncomingMessage, socket: Duplex) => unreadable(new Error('CONNECT'), socket));
    server.on('clientError', unreadable);
    server.headersTimeout = 15_000;
    // No limit for large files on slow connections; idle connections time out.
    server.requestTimeout = 0;
    server.timeout = 120_000;
    // No limit: Node would drop further headers, an If-Match for instance. Their size is limited to 16 KiB.
    server.maxHeadersCount = 0;
    probeHalfClosed(server);
    capConnections(server, this.limits);
    this.shutdown.of(server);
    this.httpServer = server;
  }

  override reply(response: Response, result: unknown, statusCode?: number): void {
    const { body, options } = result instanceof Answer ? result : new Answer(result);
    const status = options.status ?? statusCode;
    if (status) response.statusCode = status;
    if (options.headers) for (const [name, value] of Object.entries(options.headers)) response.setHeader(name, value);
    if (body === undefined) return void response.end();
    const json = JSON.stringify(body);
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Content-Length', Buffer.byteLength(json));
    response.end(json);
  }

  override async close(): Promise<undefined> {
    await this.shutdown.depart(this.limits.shutdownSeconds * 1000);
    return undefined;
  }

  private enter(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void {
    const sent = request.headers['x-request-id'];
    const requestId = typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
    openContext(request, { requestId, expectsContinue, bytesIn: 0, ignored: [], problems: [] });
    response.setHeader('X-Request-Id', requestId);
    for (const [name, value] of ALWAYS) response.setHeader(name, value);
    this.shutdown.enter(request, response);
    request.url = this.inward(decodable(request.url ?? '/'));
    response.on('finish', () => drain(request));
  }

  private inward(url: string): string {
    const plain = url.replace(VERSION_PREFIX, '');
    return this.shared(url) ?? this.shared(plain) ?? plain;
  }

  /** Maps a URL below the share path to the fixed path; with the root as share path only if it looks like a token. */
  private shared(url: string): string | null {
    if (url.slice(0, this.sharePath.length).toLowerCase() !== this.sharePath.toLowerCase()) return null;
    const rest = url.slice(this.sharePath.length);
    return (this.sharePath === '' ? TOKEN_END : SEGMENT_END).test(rest) ? `${SHARED_PATH}${rest}` : null;
  }
}

/** Where share links are served. */
export const SHARED_PATH = '/compartilhado';
const SEGMENT_END = /^\/[^/?]+(\?.*)?$/;
/** Of a share link, or of an address that opens a file for a minute. */
const TOKEN_END = /^\/(?:[\w-]{43}|[\w-]{100,400})(?:[^\w\-/?%]|%[0-9a-f]{2}){0,12}(\?.*)?$/i;
