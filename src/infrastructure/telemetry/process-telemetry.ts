import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

const NANO = 1e9;
const RESOLUTION_MS = 20;
/** Defaults of the library that are gauges under names of counters, which Prometheus' linter refuses. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** The default metrics of a Node process, its version, and the delay of its event loop without the resolution of the measurement. */
export function observeProcess(register: Registry): void {
  collectDefaultMetrics({ register });
  for (const name of MISNAMED) register.removeSingleMetric(name);
  const registers = [register];
  new Gauge({ name: 'acervo_process_info', help: 'Processes that run here, by version of Node.', labelNames: ['node'], registers })
    .labels(process.version)
    .set(1);
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  loop.enable();
  new Gauge({
    name: 'acervo_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last reading.',
    labelNames: ['percentile'],
    registers,
    aggregator: 'max',
    collect() {
      // The watch itself waits for the resolution; what comes on top is delay.
      const delay = (nanoseconds: number) => Math.max(0, nanoseconds / NANO - RESOLUTION_MS / 1000);
      for (const percentile of [50, 99]) this.labels(String(percentile)).set(delay(loop.percentile(percentile)));
      this.labels('100').set(delay(loop.max));
      loop.reset();
    },
  });
}
