import type { Environment } from '../../support/store';
import { until } from '../../support/until';
import { RunRecord } from './record';
import type { Scene } from './scene';
import type { ServiceProcess } from './service-process';
import type { Traffic } from './traffic';

/** The nodes of a cluster that scripts/clusters.mjs has started; none in any other run. */
export const NODES: readonly string[] = (process.env.ACERVO_CLUSTER_URLS ?? '').split(',').filter(Boolean);
export const CLUSTER = process.env.ACERVO_CLUSTER ?? '';
export const SYNC = { DATABASE_SYNC_READS: 'true' };

/** When clients have made so many calls; while a shard is away they wait. */
export const made = (traffic: Traffic, steps: number): Promise<number> =>
  until(() => traffic.steps, (done) => done >= steps, { withinMs: 600_000, what: `${steps} calls are made` }); // prettier-ignore

/** The record of one file's tests. */
export function clusterRecord(file: 'events' | 'move' | 'shards' | 'writers', title: string): RunRecord {
  const [, kind = 'cluster'] = /^(\w+( \w+)?)/.exec(CLUSTER) ?? [];
  const name = kind.toLowerCase().replace(' ', '-');
  return new RunRecord(
    `faults-cluster-${name}${file === 'writers' ? '' : `-${file}`}`,
    `${title}: ${CLUSTER}`,
    `npm run test:clusters -- ${name}`,
  );
}

/** The archive's database as another node has it. */
function atNode(scene: Scene, node: string): Environment {
  const [url, own] = [new URL(node), new URL(scene.archive.environment.DATABASE_URL as string)];
  url.pathname = own.pathname;
  return { DATABASE_URL: url.href };
}

/** One replica of the service for each node, which asks that node alone. */
export const replicas = (scene: Scene, environment: Environment = {}, nodes = NODES): Promise<ServiceProcess[]> =>
  Promise.all(nodes.map((node) => scene.spare(undefined, { ...environment, ...atNode(scene, node) })));
