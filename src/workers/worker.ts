import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import { Channel } from './channel';

/** Metrics as they are read. */
export type Readings = Pick<Registry, 'contentType' | 'metrics'>;

const own: { registry?: Registry } = {};

/** Null: this process is the only one. */
const primary = cluster.isWorker
  ? new Channel(process as Required<NodeJS.Process>, {
      alive: () => true,
      metrics: () => own.registry?.getMetricsAsJSON() ?? [],
    })
  : null;

/** Of all workers, if this is one of several: a reader of the common port cannot tell them apart. */
export function readingsOfAll(registry: Registry): Readings {
  own.registry = registry;
  return primary ? { contentType: registry.contentType, metrics: () => primary.ask('metrics') } : registry;
}

/** Of several, the primary says it when all serve. */
export async function greet(greeting: string): Promise<void> {
  if (primary) await primary.ask('serving', greeting);
  else console.log(greeting);
}
