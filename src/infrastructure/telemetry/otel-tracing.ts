import { AsyncLocalStorage } from 'node:async_hooks';
import {
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-base';
import { Tracing, type Attributes, type RequestSpan } from '#application/telemetry/tracing';
import type { TracesConfig } from '#src/config';

/** What a crash may cost. */
const SEND_EVERY_MS = 1000;
/** With a collector; the process ends no later for one that is silent. */
const PATIENCE_MS = 2000;

/** Sends spans to a collector by OTLP over HTTP. Only `openTracing` loads this file, and with it everything of OpenTelemetry. */
export class OtelTracing extends Tracing {
  readonly isOn = true;
  private readonly current = new AsyncLocalStorage<Context>();
  private readonly provider: BasicTracerProvider;
  private readonly tracer: Tracer;

  constructor({ endpoint, headers, serviceName, percent }: TracesConfig, onProblem: (message: string) => void) {
    super();
    const silent = () => undefined;
    diag.setLogger({ error: onProblem, warn: silent, info: silent, debug: silent, verbose: silent }, DiagLogLevel.ERROR);
    const exporter = new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      headers: pairsOf(headers.reveal()),
      timeoutMillis: PATIENCE_MS,
    });
    this.provider = new BasicTracerProvider({
      resource: resourceFromAttributes({ 'service.name': serviceName }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(percent / 100) }),
      spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: SEND_EVERY_MS, exportTimeoutMillis: PATIENCE_MS })],
    });
    this.tracer = this.provider.getTracer('acervo');
  }

  request(headers: Readonly<Record<string, unknown>>, handle: (span: RequestSpan) => void): void {
    const caller = typeof headers.traceparent === 'string' ? parseTraceParent(headers.traceparent) : null;
    const before = caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT;
    const span = this.tracer.startSpan('request', { kind: SpanKind.SERVER }, before);
    const end: RequestSpan['end'] = (name, attributes, failed) => {
      span.updateName(name);
      close(span, attributes, failed);
    };
    this.current.run(trace.setSpan(before, span), () => handle({ end }));
  }

  async step<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
    const parent = this.current.getStore();
    // Sweepers and probes work for no request.
    if (!parent) return work();
    const span = this.tracer.startSpan(name, { kind: SpanKind.CLIENT }, parent);
    try {
      const result = await this.current.run(trace.setSpan(parent, span), work);
      close(span, attributes, false);
      return result;
    } catch (error) {
      // Not what it says: an error of a driver may carry values.
      close(span, attributes, true);
      throw error;
    }
  }

  /** Sends what has not been sent. */
  async onApplicationShutdown(): Promise<void> {
    await this.provider.shutdown().catch(() => undefined);
  }
}

function close(span: Span, attributes: Attributes, failed: boolean): void {
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) span.setAttribute(name, value);
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** `name=value,name=value`, as the standard has it. */
function pairsOf(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.split('='));
  return Object.fromEntries(
    pairs.flatMap(([name = '', ...value]) => (name.trim() === '' ? [] : [[name.trim(), decodeURIComponent(value.join('=').trim())]])),
  );
}
