import { setTimeout as sleep } from 'node:timers/promises';
import type { Scene } from './scene';
import type { ServiceProcess } from './service-process';
import type { Traffic } from './traffic';

/**
 * Clients use a process until it ends, perhaps by `kill`; then its claims expire, and
 * what clients repeat they repeat at another one.
 */
export async function untilDeath(
  scene: Scene,
  traffic: Traffic,
  doomed: ServiceProcess,
  heir: ServiceProcess,
  kill?: () => Promise<unknown>,
): Promise<void> {
  scene.serve(doomed);
  traffic.start();
  await kill?.();
  await doomed.ended;
  scene.door.close();
  await scene.archive.passLeases();
  const stopped = traffic.stop();
  scene.serve(heir);
  await stopped;
}

/** Processes are started while those before them are still at work: starting takes much longer than dying. */
export async function* startedAhead<T>(
  items: readonly T[],
  ahead: number,
  start: (item: T) => Promise<ServiceProcess>,
): AsyncGenerator<{ item: T; service: ServiceProcess }> {
  const starting: Promise<ServiceProcess>[] = [];
  for (const [index, item] of items.entries()) {
    for (const next of items.slice(starting.length, index + 1 + ahead)) {
      const started = start(next);
      started.catch(() => undefined);
      starting.push(started);
    }
    yield { item, service: await (starting[index] as Promise<ServiceProcess>) };
  }
}

const INSISTS_MS = 60_000;

/** Connections to a server that was killed have to break before there are new ones. */
export async function insisted<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + INSISTS_MS; ; await sleep(100)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
