import { NoTracing, type Tracing } from '#application/telemetry/tracing';
import type { Diagnostics } from '#application/ports/diagnostics';
import type { Config } from '#src/config';

/** Loads what sends traces only where somebody wants them. */
export async function openTracing({ traces }: Config, diagnostics: Diagnostics): Promise<Tracing> {
  if (traces === null) return new NoTracing();
  const { OtelTracing } = await import('#infrastructure/telemetry/otel-tracing');
  return new OtelTracing(traces, (message) => diagnostics.problem('traces', new Error(message)));
}
