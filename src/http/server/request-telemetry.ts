import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { RequestLog, type AnsweredRequest } from '#application/telemetry/request-log';
import { Tracing, type Attributes, type RequestSpan } from '#application/telemetry/tracing';
import { clientOf, contextOf, type HttpRequest, type RequestContext } from './request-context';

const CLASSES = ['', '1xx', '2xx', '3xx', '4xx', '5xx'];
/** From a cached answer to an upload on a slow line. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
/** No declared operation. */
const NO_OPERATION = 'none';

/** Reports each finished request to the log, the metrics and the tracing. */
@Injectable()
export class RequestTelemetry {
  private readonly requests;
  private readonly durations;
  private inFlight = 0;
  private bytesIn = 0;
  private bytesOut = 0;
  private readonly refusals;
  private readonly loginFailures;
  private readonly unreadable;

  constructor(
    private readonly log: RequestLog,
    private readonly tracing: Tracing,
    registry: Registry,
  ) {
    const registers = [registry];
    this.requests = new Counter({
      name: 'acervo_http_requests_total',
      help: 'Requests answered, by operation and class of status.',
      labelNames: ['operation', 'status'],
      registers,
    });
    this.durations = new Histogram({
      name: 'acervo_http_request_duration_seconds',
      help: 'From the head of a request to the end of its answer.',
      buckets: SECONDS,
      labelNames: ['operation'],
      registers,
    });
    this.collected(registers);
    this.refusals = new Counter({
      name: 'acervo_refusals_total',
      help: 'Requests refused, by error code, and the internal limit, if any.',
      labelNames: ['code', 'limit'],
      registers,
    });
    // Exposes 0 first: `increase()` needs it.
    for (const code of ['FAULT', 'RATE_LIMITED', 'BUSY', 'UNAVAILABLE']) this.refusals.labels(code, '').inc(0);
    this.loginFailures = new Counter({ name: 'acervo_login_failures_total', help: 'Logins refused for what was given.', registers });
    this.unreadable = new Counter({
      name: 'acervo_unreadable_requests_total',
      help: 'Invalid or ambiguous HTTP.',
      registers,
    });
  }

  /** Read when metrics are asked for: with every call they would cost more. */
  private collected(registers: Registry[]): void {
    const inFlight = () => this.inFlight;
    new Gauge({
      name: 'acervo_http_requests_in_flight',
      help: 'Requests that are being answered.',
      registers,
      collect() {
        this.set(inFlight());
      },
    });
    const total = (name: string, help: string, now: () => number) => {
      let told = 0;
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.inc(now() - told);
          told = now();
        },
      });
    };
    total('acervo_ingested_bytes_total', 'Bytes of request bodies read.', () => this.bytesIn);
    total('acervo_sent_bytes_total', 'Bytes of answers sent.', () => this.bytesOut);
  }

  /** Call once per request, before anything else. */
  enter(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
    if (!this.tracing.isOn) {
      this.follow(request, response);
      return handle();
    }
    this.tracing.request(request.headers, (span) => {
      this.follow(request, response, span);
      handle();
    });
  }

  /** Answered on the connection itself: the operation is unknown. */
  refusedUnread = (requestId: string, status: number): void => {
    this.unreadable.inc();
    const nothing = { operation: undefined, route: undefined, userId: undefined, clientId: undefined, aborted: undefined };
    this.log.answered({ ...nothing, requestId, method: '', status, ms: 0, bytesIn: 0, bytesOut: 0, error: 'UNREADABLE' }, false);
  };

  private follow(request: IncomingMessage, response: ServerResponse, span?: RequestSpan): void {
    const begun = performance.now();
    const sentBefore = request.socket.bytesWritten;
    this.inFlight++;
    response.on('close', () => {
      this.inFlight--;
      this.tell(request as HttpRequest, response, performance.now() - begun, request.socket.bytesWritten - sentBefore, span);
    });
  }

  private tell(request: HttpRequest, response: ServerResponse, ms: number, bytesOut: number, span?: RequestSpan): void {
    const { requestId, bytesIn, error, spec } = contextOf(request);
    const route = (request.route as { path?: string } | undefined)?.path;
    const operation = spec && (spec.number ?? `${request.method} ${route}`);
    const { statusCode: status, writableFinished } = response;
    const label = operation ?? NO_OPERATION;
    this.requests.labels(label, writableFinished ? (CLASSES[Math.trunc(status / 100)] ?? '') : 'aborted').inc();
    this.durations.labels(label).observe(ms / 1000);
    this.bytesIn += bytesIn;
    // Of requests sent in one go, bytes may count for another one.
    this.bytesOut += Math.max(0, bytesOut);
    if (error) this.count(error);
    const answered: AnsweredRequest = {
      requestId,
      operation,
      method: request.method,
      route,
      status,
      ms: Math.round(ms * 100) / 100,
      bytesIn,
      bytesOut,
      userId: request.user?.userId,
      clientId: clientOf(request),
      error: error?.code,
      aborted: writableFinished ? undefined : true,
    };
    this.log.answered(answered, spec?.quiet === true && status < 400);
    span?.end(`${request.method} ${route ?? ''}`.trimEnd(), attributesOf(answered), status >= 500);
  }

  private count({ code, limit }: NonNullable<RequestContext['error']>): void {
    this.refusals.labels(code, limit).inc();
    if (code === 'CREDENTIALS_INVALID') this.loginFailures.inc();
  }
}

function attributesOf(answered: AnsweredRequest): Attributes {
  return {
    'http.request.method': answered.method,
    'http.route': answered.route,
    'http.response.status_code': answered.status,
    'acervo.request_id': answered.requestId,
    'acervo.operation': answered.operation,
    'acervo.client_id': answered.clientId,
    'enduser.id': answered.userId,
    'error.type': answered.error,
  };
}
