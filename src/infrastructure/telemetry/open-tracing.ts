import { NoTracing, type Tracing } from '#application/telemetry/tracing';
import type { Diagnostics } from '#application/ports/unit-of-work';
import type { Config } from '#src/config';

/** A collector that is gone would else fill the log: each second something is sent. */
const TOLD_EVERY_MS = 60_000;

/** Loads tracing only if it is configured. */
export async function openTracing({ traces }: Config, diagnostics: Diagnostics): Promise<Tracing> {
  if (traces === null) return new NoTracing();
  const { OtelTracing } = await import('#infrastructure/telemetry/otel-tracing');
  let toldAt = -Infinity;
  return new OtelTracing(traces, (message) => {
    if (performance.now() - toldAt < TOLD_EVERY_MS) return;
    toldAt = performance.now();
    diagnostics.problem('traces', new Error(message));
  });
}
