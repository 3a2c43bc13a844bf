import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { Metrics } from '#libs/metrics';
import { Readiness } from '#application/health/readiness';
import { listenForReaders } from '#infrastructure/telemetry/metrics-server';
import { observeProcess } from '#infrastructure/telemetry/process-telemetry';
import type { Config } from './config';

/** Null: nobody is to read them. */
export async function serveMetrics(app: INestApplication, { metricsPort, metricsHost }: Config): Promise<Server | null> {
  if (metricsPort === null) return null;
  const metrics = app.get(Metrics);
  observeProcess(metrics);
  const up = metrics.gauge('acervo_dependency_up', 'Whether what the service depends on answers: 1, or 0.', ['dependency']);
  metrics.beforeReading(async () => {
    const { database, files } = await app.get(Readiness).check();
    up.of('database').set(database ? 0 : 1);
    up.of('store').set(files ? 0 : 1);
  });
  return listenForReaders(metrics, metricsPort, metricsHost);
}
