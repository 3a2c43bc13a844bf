import { setTimeout as sleep } from 'node:timers/promises';
import { IDS, place, type Api } from '../e2e/support/api';
import { Chance } from '../e2e/support/chance';
import { bodyOf, createdBy, PATHS } from '../e2e/support/creates';
import type { Environment } from '../support/store';
import { TcpProxy } from './kit/tcp-proxy';
import { until } from './kit/until';
import { RunRecord } from './support/record';
import { Scene } from './support/scene';
import type { ServiceProcess } from './support/service-process';
import { size, STORAGE } from './support/size';

jest.setTimeout(3_600_000);

const record = new RunRecord('faults-feed', 'A reader of the feed beside killed processes and late commits', 'npm run test:faults -- feed');
afterAll(() => record.write());

const KILLS = size({ short: 2, long: 20 });
const WRITERS = 6;
/** Commits through this wire become visible after those of events with later codes. */
const LATENCY_MS = 40;

interface Page {
  eventos: { posicao: number; subject: string }[];
  proximo: number;
}

describe('a reader of the feed', () => {
  let scene: Scene;
  let chance: Chance;
  let proxy: TcpProxy | undefined;
  beforeAll(async () => {
    scene = await Scene.open();
    chance = new Chance(scene.seed);
    record.seed(scene.seed);
    const url = scene.archive.environment.DATABASE_URL;
    if (STORAGE !== 'embedded' && url) {
      proxy = await TcpProxy.start(url);
      proxy.break({ latencyMs: LATENCY_MS });
    }
  });
  afterAll(async () => {
    await scene.close();
    await proxy?.close();
  });

  const page = async (api: Api, apos: number | 'fim') =>
    (await api.get('/api/Evento', { query: { idCliente: IDS.client, apos, limite: 100, espera: apos === 'fim' ? 0 : 1 } }))
      .json as unknown as Page;

  it('gets each position once, and each acknowledged create', async () => {
    const run = record.case('C16', 'SIGKILL beside a reader of the feed, with late commits of another process');
    const made: string[] = [];
    async function writes(service: ServiceProcess): Promise<void> {
      while (!service.isOver) {
        const answer = await scene
          .at(service)
          .post(PATHS.V3, { query: place(), body: bodyOf('V3') })
          .catch(() => null);
        if (answer?.status === 201) made.push(`documentos/${createdBy(answer).id}`);
        else await sleep(20);
      }
    }
    const far: Environment = proxy ? { DATABASE_URL: proxy.through(scene.archive.environment.DATABASE_URL as string) } : {};
    // SQLite has one process at a time; elsewhere the reader's one lives, and writes late.
    let current = await scene.spare(undefined, far);
    const { proximo: from } = await page(scene.at(current), 'fim');
    let isOver = false;
    const read: Page['eventos'] = [];
    const reading = (async () => {
      for (let next = from, isLast = false; !isLast;) {
        const was = isOver;
        const answer = await page(scene.at(current), next).catch(() => null);
        if (!answer?.eventos) {
          await sleep(50);
          continue;
        }
        read.push(...answer.eventos);
        next = answer.proximo;
        isLast = was && answer.eventos.length === 0;
      }
    })();
    const late = proxy ? writes(current) : Promise.resolve();
    for (; run.runs < KILLS; run.runs++) {
      const victim = proxy ? await scene.spare() : current;
      const writing = Promise.all(Array.from({ length: WRITERS }, () => writes(victim)));
      const enough = made.length + 20 + chance.whole(30);
      await until('some creates are acknowledged', async () => made.length >= enough);
      await victim.kill('SIGKILL');
      await writing;
      if (!proxy) current = await scene.spare();
    }
    if (proxy) {
      // The process of the reader ends its writing by dying as the others did.
      const writer = current;
      current = await scene.spare();
      await writer.kill('SIGKILL');
      await late;
    }
    await until('what was acknowledged is in the feed', async () => {
      const seen = new Set(read.map(({ subject }) => subject));
      return made.every((subject) => seen.has(subject));
    });
    isOver = true;
    await reading;

    expect(read.map(({ posicao }) => posicao)).toEqual(read.map((_, index) => from + index + 1));
    const creates = read.map(({ subject }) => subject).filter((subject) => subject.startsWith('documentos/'));
    expect(new Set(creates).size).toBe(creates.length);
    Object.assign(run, { operations: made.length, lost: 0, note: `${made.length} acknowledged creates, ${read.length} positions` });
    process.stdout.write(`C16: ${run.note}\n`);
    run.result = 'passed';
  });
});
