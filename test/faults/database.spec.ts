import { Chance } from '../e2e/support/chance';
import { CommitCutter, type Moment } from './kit/commit-cutter';
import { until } from './kit/until';
import { outcomeOf } from './oracle/ledger';
import { RunRecord, type RecordedCase } from './support/record';
import { Scene } from './support/scene';
import type { Habits } from './support/client';
import { size, STORAGE } from './support/size';

jest.setTimeout(size({ short: 180_000, long: 3_600_000 }));

const STEPS = size({ short: 40, long: 150 });
const CUTS = size({ short: 6, long: 200 });
const OUTAGES = size({ short: 1, long: 8 });
const HABITS: Partial<Habits> = { largest: 20_000, large: 0 };
const MOMENTS: readonly Moment[] = ['before the answer', 'before the server', 'while the server is at it'];
/** Seven seconds for a statement, and ample time for a busy machine. */
const ANSWERED_WITHIN_MS = 40_000;

/** By way of a wire, which breaks as a server or a network would. */
(STORAGE === 'servers' ? describe : describe.skip)('a database that is not to be relied on', () => {
  const record = new RunRecord('faults-database', 'Faults of the database', 'npm run test:faults -- database');
  let cutter: CommitCutter;
  let scene: Scene;
  let seen = { operations: 0, unknown: 0 };
  beforeAll(async () => {
    scene = await Scene.open({ environment: { DATABASE_STATEMENT_SECONDS: '2' } });
    record.seed(scene.seed);
    const direct = scene.archive.environment.DATABASE_URL as string;
    cutter = await CommitCutter.start(direct);
    await scene.start(undefined, { DATABASE_URL: cutter.proxy.through(direct) });
  });
  afterEach(() => record.write());
  afterAll(async () => {
    await scene?.close();
    await cutter?.close();
  });

  const ready = () => until('the service is ready', async () => (await fetch(`${await scene.door.url(0)}/saude/pronta`)).status === 200);
  /** What clients were told is so, and the process that told them is still the same one. */
  const proved = async (recorded: RecordedCase, misread: readonly string[] = []) => {
    const { text, kinds, findings, acknowledged, refused, unknown } = await scene.look({ onlyNew: true });
    recorded.operations = (recorded.operations ?? 0) + acknowledged + refused + unknown - seen.operations;
    recorded.unknown = (recorded.unknown ?? 0) + unknown - seen.unknown;
    recorded.lost = (recorded.lost ?? 0) + findings.length;
    seen = { operations: acknowledged + refused + unknown, unknown };
    expect(misread).toEqual([]);
    expect([text, kinds]).toEqual([text, []]);
    expect(scene.processes.map(({ isOver }) => isOver)).toEqual([false]);
    recorded.result = 'passed';
  };

  it('F13: a COMMIT whose response is lost is reported correctly', async () => {
    const recorded = record.case('F13', 'connection cut before COMMIT, during it, and before its answer');
    const mix = { create: 6, add: 3, deleteFile: 1, deleteDocument: 1, change: 0, share: 0, unshare: 0, fetch: 0, search: 0 };
    const traffic = scene.traffic({ name: 'cut', clients: 1, habits: { ...HABITS, mix, repeats: 0 } });
    const told: Record<string, number> = {};
    for (let run = 0; run < CUTS; run++) {
      const moment = MOMENTS[run % MOMENTS.length] as Moment;
      const before = cutter.cuts;
      cutter.cutNext(moment);
      while (cutter.cuts === before) await traffic.start(1).done();
      const { operation, external, answered } = (await scene.ledger.read()).at(-1)!;
      const outcome = outcomeOf(answered);
      told[`${moment}: ${outcome}`] = (told[`${moment}: ${outcome}`] ?? 0) + 1;
      if (moment === 'before the answer') expect([operation, outcome]).toEqual([operation, 'acknowledged']);
      if (moment === 'before the server') expect([operation, answered.status]).toEqual([operation, 503]);
      if (operation !== 'create') continue;
      const rows = await scene.archive.sql.rows('SELECT d.code FROM document d WHERE d.external_key = ?', [external]);
      expect([moment, rows.length]).toEqual([moment, outcome === 'acknowledged' ? 1 : 0]);
    }
    recorded.runs = CUTS;
    recorded.note = Object.entries(told)
      .map(([what, times]) => `${what} ${times}`)
      .sort()
      .join('; ');
    await proved(recorded);
  });

  it('F12: 200 ms of latency and 2 % of resets leave no partial results', async () => {
    const recorded = record.case('F12', 'latency of 200 ms, 2 % of requests meet a reset connection');
    cutter.proxy.break({ latencyMs: size({ short: 30, long: 200 }), resetChance: 0.02 });
    const before = cutter.proxy.broken;
    const traffic = scene.traffic({ name: 'slow', clients: 6, habits: HABITS }).start(STEPS);
    await traffic.done();
    cutter.proxy.heal();
    recorded.runs = 1;
    recorded.note = `${cutter.proxy.broken - before} connections reset`;
    expect(cutter.proxy.broken).toBeGreaterThan(before);
    await ready();
    await proved(recorded, traffic.misread);
  });

  it.each([
    ['F27a', 'the database stops and returns', { gone: () => cutter.proxy.refuse(), back: () => cutter.proxy.listen() }],
    [
      'F27b',
      'the database stops answering',
      { gone: async () => cutter.proxy.break({ blackhole: true }), back: async () => cutter.proxy.heal() },
    ],
    ['F12b', 'all connections break at once', { gone: async () => cutter.proxy.resetAll(), back: async () => undefined }],
  ])('%s: the service recovers by itself when %s under load', async (id, title, { gone, back }) => {
    const recorded = record.case(id, title);
    const chance = new Chance(scene.seed);
    const traffic = scene.traffic({ name: id, clients: 6, habits: HABITS }).start();
    const after = (steps: number) => until('clients go on', async () => traffic.steps >= steps);
    for (let outage = 0; outage < OUTAGES; outage++) {
      await after(traffic.steps + 15);
      await gone();
      await new Promise((resolve) => setTimeout(resolve, 300 + chance.whole(size({ short: 500, long: 6000 }))));
      await back();
      await ready();
      recorded.runs++;
    }
    await after(traffic.steps + 15);
    await traffic.stop();
    await proved(recorded, traffic.misread);
  });

  it('F27c: calls end in time with 503 while the database hangs, and release their connections', async () => {
    const recorded = record.case('F27c', 'deadlines while the database does not answer');
    cutter.proxy.break({ blackhole: true });
    const began = Date.now();
    const api = await scene.api();
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.get('/api/Estrutura')));
    expect(Date.now() - began).toBeLessThan(ANSWERED_WITHIN_MS);
    for (const { status, headers } of answers) expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    cutter.proxy.heal();
    await ready();
    const pool = scene.archive.config.databasePool;
    await until('connections are as many as before', async () => cutter.proxy.open <= pool);
    expect((await api.get('/api/Estrutura')).status).toBe(200);
    recorded.runs = 1;
    recorded.result = 'passed';
  });

  it('leaves exactly the referenced objects after sweeping', async () => {
    const { text, kinds } = await scene.lookSwept({ onlyNew: true });
    expect([text, kinds]).toEqual([text, []]);
  });
});
