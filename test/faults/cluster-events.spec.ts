import { setTimeout as sleep } from 'node:timers/promises';
import { IDS, place, type Api } from '../e2e/support/api';
import { bodyOf, createdBy, PATHS } from '../e2e/support/creates';
import { TcpProxy } from './kit/tcp-proxy';
import { until } from './kit/until';
import { CLUSTER, clusterRecord, NODES, replicas, SYNC } from './support/cluster';
import { Scene } from './support/scene';
import type { ServiceProcess } from './support/service-process';
import { size } from './support/size';

jest.setTimeout(3_600_000);

const ROUNDS = size({ short: 20, long: 200 });

/** Only where scripts/clusters.mjs has started one: `npm run test:clusters`. */
(NODES.length > 1 ? describe : describe.skip)(`events and structure at all nodes of ${CLUSTER}`, () => {
  const record = clusterRecord('events', 'Events and structure at all nodes of a cluster');
  let scene: Scene;
  let apis: Api[];
  beforeAll(async () => {
    scene = await Scene.open({ environment: SYNC });
    record.seed(scene.seed);
    apis = (await replicas(scene)).map((service) => scene.at(service));
  });
  afterAll(async () => {
    record.write();
    await scene.close();
  });

  const create = (api: Api) => api.post(PATHS.V3, { query: place(), body: bodyOf('V3') });

  it('give each position of the feed once at every node, with writes at all nodes and a killed replica', async () => {
    const run = record.case('W11', 'readers of the feed at all nodes, beside creates at all nodes and a killed replica');
    const [victim] = await replicas(scene, SYNC, [NODES[1] as string]);
    const writers = [...apis, scene.at(victim as ServiceProcess)];
    const feed = (api: Api, apos: number | 'fim') =>
      api
        .get('/api/Evento', { query: { idCliente: IDS.client, apos, limite: 100, espera: apos === 'fim' ? 0 : 2 } })
        .then(({ json }) => json as { eventos: { posicao: number; subject: string }[]; proximo: number });
    const { proximo: from } = await feed(apis[0] as Api, 'fim');
    const made: string[] = [];
    const writing = Promise.all(
      writers.map(async (api) => {
        for (let round = 0; round < ROUNDS; round++) {
          const answer = await create(api).catch(() => null);
          if (answer?.status === 201) made.push(`documentos/${createdBy(answer).id}`);
          if (api === writers.at(-1) && round === Math.floor(ROUNDS / 2)) await victim?.kill('SIGKILL');
        }
      }),
    );
    const isOver = writing.then(() => true);
    const follow = async (api: Api) => {
      const read: { posicao: number; subject: string }[] = [];
      let next = from;
      await until('all creates are in the feed', async () => {
        const { eventos, proximo } = await feed(api, next);
        read.push(...eventos);
        next = proximo;
        if (!(await Promise.race([isOver, sleep(0, false)]))) return false;
        const seen = new Set(read.map(({ subject }) => subject));
        return made.every((subject) => seen.has(subject));
      });
      return read;
    };
    const readers = await Promise.all(apis.map(follow));
    for (const read of readers) expect(read.map(({ posicao }) => posicao)).toEqual(read.map((_, index) => from + index + 1));
    for (const read of readers) expect(new Set(read.map(({ subject }) => subject)).size).toBe(read.length);
    expect(made.length).toBeGreaterThan(ROUNDS * apis.length * 0.5);
    Object.assign(run, {
      runs: 1,
      operations: made.length,
      lost: 0,
      note: `${made.length} creates, seen once by each of ${readers.length} readers`,
    });
    process.stdout.write(`W11: ${run.note}\n`);
    run.result = 'passed';
  });

  it('store nothing by a structure that another node has changed meanwhile', async () => {
    const run = record.case('W10', 'a create that is under way at one node while apply changes the structure at another');
    const direct = new URL(scene.archive.environment.DATABASE_URL as string);
    direct.host = new URL(NODES[1] as string).host;
    let stopAt: (() => void) | null = null;
    // The last statement of a create: it was judged, and has all of its locks.
    const fromClient = (chunk: Buffer) => {
      if (chunk.includes('INSERT INTO event_outbox')) stopAt?.();
      return 'pass' as const;
    };
    const proxy = await TcpProxy.start(direct.href, { tap: () => ({ fromClient, fromServer: () => 'pass' as const }) });
    const stopped = await scene.spare(undefined, { ...SYNC, DATABASE_URL: proxy.through(direct.href) });
    const api = scene.at(stopped);
    const statuses: Record<number, number> = {};
    for (let round = 0; round < ROUNDS; round++) {
      await scene.archive.setMandatory('Observação', false);
      await until('the create is let in again', async () => (await create(api)).status === 201);
      const isStopped = new Promise<void>((resolve) => {
        stopAt = () => {
          stopAt = null;
          void stopped.kill('SIGSTOP');
          resolve();
        };
      });
      const pending = create(api);
      await isStopped;
      await scene.archive.setMandatory('Observação', true);
      void stopped.kill('SIGCONT');
      const { status } = await pending;
      statuses[status] = (statuses[status] ?? 0) + 1;
      // 503: it gave way. Then it is judged by what there is now.
      await until('the create is judged anew', async () => (await create(api)).status === 422);
    }
    await scene.archive.setMandatory('Observação', false);
    await stopped.kill();
    await proxy.close();
    Object.assign(run, { runs: ROUNDS, lost: statuses[201] ?? 0, note: `answers ${JSON.stringify(statuses)}` });
    process.stdout.write(`W10: ${run.note}\n`);
    expect(statuses[201] ?? 0).toBe(0);
    run.result = 'passed';
  });
});
