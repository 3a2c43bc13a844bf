import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from '#libs/metrics';

const NANO = 1e9;
const RESOLUTION_MS = 20;

/** What every process has, by the names that dashboards know. The loop is watched from here on. */
export function observeProcess(metrics: Metrics): void {
  const gauge = (name: string, help: string) => metrics.gauge(name, help).of();
  const cpu = metrics.counter('process_cpu_seconds_total', 'CPU time, user and system.').of();
  const resident = gauge('process_resident_memory_bytes', 'Memory that the process holds.');
  const heap = gauge('nodejs_heap_size_used_bytes', 'Of the JavaScript heap, what is in use.');
  const external = gauge('nodejs_external_memory_bytes', 'Buffers outside of it.');
  gauge('process_start_time_seconds', 'When the process began, since 1970.').set(Math.round(performance.timeOrigin) / 1000);
  metrics.gauge('acervo_process_info', 'Always 1: what runs here.', ['node']).of(process.version).set(1);
  const delays = metrics.gauge('acervo_event_loop_delay_seconds', 'How long everything waits for its turn, since the last reading.', ['percentile']); // prettier-ignore
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  loop.enable();
  let told = 0;
  metrics.beforeReading(() => {
    const { user, system } = process.cpuUsage();
    const seconds = (user + system) / 1e6;
    cpu.add(seconds - told);
    told = seconds;
    const memory = process.memoryUsage();
    resident.set(memory.rss);
    heap.set(memory.heapUsed);
    external.set(memory.external);
    // The watch itself waits for the resolution; what comes on top is delay.
    const delay = (nanoseconds: number) => Math.max(0, nanoseconds / NANO - RESOLUTION_MS / 1000);
    for (const percentile of [50, 99]) delays.of(String(percentile)).set(delay(loop.percentile(percentile)));
    delays.of('100').set(delay(loop.max));
    loop.reset();
  });
}
