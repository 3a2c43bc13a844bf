import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { Readiness } from '#application/health/readiness';
import { serveMetricsTo } from '#http/health/serve-metrics';
import { listenForReaders } from '#infrastructure/telemetry/metrics-server';
import { observeProcess } from '#infrastructure/telemetry/process-telemetry';
import type { Config } from '#src/config';
import { readingsOfAll } from '#src/workers/worker';

/** Watches what is looked at only when somebody may read it; the ways to read it: on a listener of its own, and with the token. */
export function prepareMetrics(app: INestApplication, { metricsPort, metricsToken }: Config): void {
  if (metricsToken === null && metricsPort === null) return;
  const registry = app.get<Registry>(Registry);
  const readings = readingsOfAll(registry);
  if (metricsToken !== null) serveMetricsTo(app, metricsToken.reveal(), readings);
  observeProcess(registry);
  new Gauge({
    name: 'acervo_dependency_up',
    help: 'Whether what the service depends on answers: 1, or 0.',
    labelNames: ['dependency'],
    registers: [registry],
    aggregator: 'min',
    async collect() {
      const { database, files } = await app.get(Readiness).check();
      this.labels('database').set(database ? 0 : 1);
      this.labels('store').set(files ? 0 : 1);
    },
  });
}

/** Null: nobody is to read them without a token. */
export async function serveMetrics(app: INestApplication, { metricsPort, metricsHost }: Config): Promise<Server | null> {
  return metricsPort === null ? null : listenForReaders(app.get<Registry>(Registry), metricsPort, metricsHost);
}
