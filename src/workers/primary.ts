import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { AggregatorRegistry, Registry } from 'prom-client';
import { createLogger } from '#infrastructure/logging/pino-logger';
import { listenForReaders } from '#infrastructure/telemetry/metrics-server';
import type { Config } from '#src/config';
import { noLongerEarly } from '#src/terminal/early-signals';
import { Channel } from './channel';

/** Whoever lived for so long did not die of its start. */
const STABLE_MS = 60_000;
const LONGEST_WAIT_MS = 30_000;
/** Before it is replaced: nothing the first time, then 1, 3, 7 … seconds. */
const waitMs = (deaths: number) => Math.min(LONGEST_WAIT_MS, 1000 * (2 ** (deaths - 1) - 1));

/**
 * Several processes of the service behind one port. The primary serves no calls: it starts the workers, replaces those that die, passes
 * signals on to them, and answers for all of them on the port of the metrics. It gives up when a worker dies before it serves, and no other
 * one serves.
 */
export class Primary {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  private readonly serving = new Map<Worker, Channel>();
  private readonly ending = new AbortController();
  private readonly logger;
  private code = 0;

  /** @param program of a worker */
  constructor(
    private readonly config: Config,
    program: string,
  ) {
    this.logger = createLogger(config).pino;
    cluster.setupPrimary({ exec: program });
  }

  /** Until no worker is left. @returns the exit code: 1 if one of them cut something off or could not start */
  async run(): Promise<number> {
    // One first: the others find the database as it has left it.
    const [first, greeting] = this.keep();
    await Promise.race([first, greeting]);
    if (this.ending.signal.aborted) return this.code;
    noLongerEarly();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.end(signal));
    const others = Array.from({ length: this.config.workers - 1 }, () => this.keep());
    const { metricsPort, metricsHost } = this.config;
    if (metricsPort !== null) await listenForReaders(this, metricsPort, metricsHost);
    const ended = Promise.all([first, ...others.map(([over]) => over)]);
    await Promise.race([ended, Promise.all(others.map(([, served]) => served))]);
    if (!this.ending.signal.aborted) console.log(await greeting);
    await ended;
    return this.code;
  }

  /** Sums of all workers, unless a metric says otherwise. */
  async metrics(): Promise<string> {
    const each = [...this.serving.values()].map((worker) => worker.ask<object[]>('metrics').catch(() => []));
    return AggregatorRegistry.aggregate(await Promise.all(each)).metrics();
  }

  /** False while no worker serves; says nothing while one of them does not answer. */
  async isAlive(): Promise<boolean> {
    await Promise.all([...this.serving.values()].map((worker) => worker.ask('alive').catch(() => undefined)));
    return this.serving.size > 0;
  }

  /** A worker, and another one whenever it has died. @returns its end, and what the first one says when it serves */
  private keep(): [over: Promise<void>, greeting: Promise<string>] {
    let served!: (greeting: string) => void;
    const greeting = new Promise<string>((resolve) => (served = resolve));
    return [this.replacing(served), greeting];
  }

  private async replacing(served: (greeting: string) => void): Promise<void> {
    for (let deaths = 0; !this.ending.signal.aborted;) {
      const begunAt = performance.now();
      const worker = this.fork(served);
      const [code, signal] = (await once(worker, 'exit')) as [number | null, NodeJS.Signals | null];
      const hasServed = this.serving.delete(worker);
      if (this.ending.signal.aborted) {
        if (hasServed && code !== 0) this.code = 1;
        return;
      }
      if (!hasServed && this.serving.size === 0) {
        this.code = 1;
        return this.end('SIGTERM');
      }
      deaths = performance.now() - begunAt > STABLE_MS ? 1 : deaths + 1;
      this.logger.error({ worker: worker.id, code, signal, waitMs: waitMs(deaths) }, 'a worker has ended and is replaced');
      await pause(waitMs(deaths), undefined, { signal: this.ending.signal }).catch(() => undefined);
    }
  }

  private fork(served: (greeting: string) => void): Worker {
    const worker = cluster.fork();
    const channel = new Channel(worker, {
      serving: (greeting = '') => {
        this.serving.set(worker, channel);
        served(greeting);
      },
      metrics: () => this.metrics(),
    });
    return worker;
  }

  private end(signal: NodeJS.Signals): void {
    this.ending.abort();
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
  }
}
