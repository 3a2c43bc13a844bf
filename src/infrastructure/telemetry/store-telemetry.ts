import { Counter, Histogram, Registry } from 'prom-client';
import { NoTracing, type Tracing } from '#application/telemetry/tracing';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** Counts and times each attempt of a store call, and traces it. */
export class StoreTelemetry {
  private readonly durations;
  private readonly failures;
  private readonly objects;
  private readonly bytes;

  constructor(
    registry = new Registry(),
    private readonly tracing: Tracing = new NoTracing(),
    /** Reports client-side errors, which no answer of the store shows. */
    readonly onFault: (where: string, error: unknown) => void = () => undefined,
    /** Reports how far the store's clock is ahead of the process's. */
    readonly skewed: (aheadMs: number) => void = () => undefined,
  ) {
    const registers = [registry];
    this.durations = new Histogram({
      name: 'acervo_store_call_duration_seconds',
      help: 'From a call to the file store to the head of its answer.',
      buckets: SECONDS,
      labelNames: ['call'],
      registers,
    });
    this.failures = new Counter({
      name: 'acervo_store_call_failures_total',
      help: 'Calls without a good answer; an object that is not there counts.',
      labelNames: ['call'],
      registers,
    });
    this.objects = new Counter({ name: 'acervo_stored_files_total', help: 'Files that reached the file store.', registers });
    this.bytes = new Counter({ name: 'acervo_stored_bytes_total', help: 'Their bytes.', registers });
  }

  /** `name`: one of few. */
  async call<T>(name: string, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await (this.tracing.isOn ? this.tracing.step(`store ${name}`, { 'rpc.system': 'aws-api', 'rpc.method': name }, work) : work());
    } catch (error) {
      this.failures.labels(name).inc();
      throw error;
    } finally {
      this.durations.labels(name).observe((performance.now() - begun) / 1000);
    }
  }

  stored = (bytes: number): void => {
    this.objects.inc();
    this.bytes.inc(bytes);
  };
}
