import { setTimeout as sleep } from 'node:timers/promises';
import { Chance } from '../e2e/support/chance';
import { eventsOf } from '../e2e/support/audited';
import { bytesOf, sign } from '../e2e/support/signing';
import { until } from './kit/until';
import type { Finding } from './oracle/findings';
import { HABITS, type Habits } from './support/client';
import { insisted, startedAhead, untilDeath } from './support/dying';
import { mortalDatabase, type MortalDatabase } from './support/mortal-database';
import { RunRecord, type RecordedCase } from './support/record';
import { Scene } from './support/scene';
import { command, type ServiceProcess } from './support/service-process';
import { isTimeUp, size, STORAGE } from './support/size';

jest.setTimeout(3_600_000);

const record = new RunRecord('faults-kill', 'The process is killed', 'npm run test:faults -- kill');
afterAll(() => record.write());

const RUNS_PER_POINT = size({ short: 1, long: 5 });
const KILLS = size({ short: 5, long: 200 });
/** Processes that are started before they are needed. */
const AHEAD = size({ short: 1, long: 4 });
const CLIENTS = size({ short: 6, long: 12 });

const small: Partial<Habits> = { large: 0, largest: 40_000 };
const onlyCreates = { ...HABITS.mix, create: 200, add: 60 };

/** Where the service dies while clients are at work: the points of docs/adr/0026, how often they may be passed before, and what is then left. */
const POINTS: readonly {
  id: string;
  title: string;
  point: string;
  most: number;
  habits?: Partial<Habits>;
  leaves?: 'claim' | 'staged' | 'object' | 'half';
}[] = [
  { id: 'C1', title: 'an Idempotency-Key is claimed', point: 'call-claimed', most: 12, leaves: 'claim' },
  { id: 'C2/C5', title: 'a part of a large file is stored', point: 'part-stored', most: 2, habits: { large: 0.5 }, leaves: 'half' },
  { id: 'C3', title: 'the key of an object is journalled', point: 'object-journalled', most: 2, leaves: 'staged' },
  { id: 'C4', title: 'some objects are stored', point: 'object-stored', most: 12, leaves: 'object' },
  { id: 'C7', title: 'rows are written, not committed', point: 'before-commit', most: 12 },
  { id: 'C8', title: 'COMMIT is done, the answer not sent', point: 'after-commit', most: 12 },
  {
    id: 'C10',
    title: 'a deletion is committed, its objects exist',
    point: 'after-commit',
    most: 30,
    habits: { mix: { ...HABITS.mix, deleteFile: 60, deleteDocument: 40 } },
  },
];

describe('a service that is killed loses nothing', () => {
  let scene: Scene;
  let heir: ServiceProcess;
  let chance: Chance;
  beforeAll(async () => {
    scene = await Scene.open();
    chance = new Chance(scene.seed);
    record.seed(scene.seed);
    heir = await scene.start();
  });
  afterAll(() => scene.close());

  let unknown = 0;
  let operations = 0;
  /** What the oracle says of all calls since it was last asked. */
  const looked = async (run: RecordedCase, clean = true): Promise<readonly Finding[]> => {
    const report = clean ? await scene.lookSwept({ onlyNew: true }) : await scene.look({ onlyNew: true });
    const calls = report.acknowledged + report.refused + report.unknown;
    run.operations = (run.operations ?? 0) + calls - operations;
    run.unknown = (run.unknown ?? 0) + report.unknown - unknown;
    run.lost = (run.lost ?? 0) + report.findings.length;
    [operations, unknown] = [calls, report.unknown];
    return report.findings;
  };
  const count = async (sql: string) => Number((await scene.archive.sql.first<{ total: number }>(sql))?.total);
  const stagedKeys = async () => {
    const rows = await scene.archive.sql.rows<{ object_key: string }>("SELECT j.object_key FROM object_journal j WHERE j.state = 'staged'");
    return rows.map((row) => row.object_key);
  };
  const LEFT = {
    claim: () => count('SELECT COUNT(*) AS total FROM repeatable_call c WHERE c.status IS NULL'),
    staged: async () => (await stagedKeys()).length,
    object: async () => {
      const sizes = await scene.archive.objects.sizes();
      return (await stagedKeys()).filter((key) => sizes.has(key)).length;
    },
    half: async () => (await scene.archive.objects.halves(await stagedKeys())).length,
  };
  const pdf = async () =>
    (
      await scene.archive.sql.first<{ id: string }>(
        "SELECT f.id FROM document_file f WHERE f.extension = 'pdf' AND f.deleted_at IS NULL ORDER BY f.id LIMIT 1",
      )
    )?.id as string;

  it('at each point between files and rows', async () => {
    const runs = POINTS.flatMap((point) => Array.from({ length: RUNS_PER_POINT }, () => point));
    const armed = startedAhead(runs, AHEAD, ({ point, most }) => scene.spare(`${point}:${1 + chance.whole(most)}`));
    for await (const { item, service } of armed) {
      const { id, title, habits, leaves } = item;
      const run = record.case(id, `SIGKILL when ${title}`);
      const mix = habits?.mix ?? onlyCreates;
      const traffic = scene.traffic({ clients: CLIENTS, seed: chance.whole(2 ** 20), habits: { ...small, ...habits, mix } });
      let left = 1;
      await untilDeath(scene, traffic, service, heir, async () => {
        await service.ended;
        if (leaves) left = await LEFT[leaves]();
      });
      expect([id, traffic.misread, await looked(run), left > 0]).toEqual([id, [], [], true]);
      run.runs++;
    }
    for (const { id, title } of POINTS) record.case(id, `SIGKILL when ${title}`).result = 'passed';
  });

  it('at random moments', async () => {
    const run = record.case('F2', 'SIGKILL at random moments, several per archive');
    const traffic = scene.traffic({ clients: CLIENTS, habits: { large: 0.01, largest: 100_000 } });
    const moments = Array.from({ length: KILLS }, () => 30 + chance.whole(1200));
    for await (const { item, service } of startedAhead(moments, AHEAD, () => scene.spare())) {
      await untilDeath(scene, traffic, service, heir, async () => {
        await sleep(item);
        await service.kill();
      });
      run.runs++;
      if (run.runs % 10 !== 0 && run.runs < KILLS && !isTimeUp()) continue;
      expect(await looked(run)).toEqual([]);
      if (isTimeUp()) break;
    }
    expect(traffic.misread).toEqual([]);
    const whole = await scene.lookSwept();
    expect(whole.findings).toEqual([]);
    expect(run.unknown).toBeGreaterThan(0);
    run.note = `${whole.documents} documents, ${whole.files} file contents and ${Math.round(whole.bytes / 1e6)} MB compared once more at the end`;
    run.result = 'passed';
  });

  it.each([
    ['C10 (sweeper)', 'before-removal', 'before it removes a deleted object'],
    ['C11', 'after-removal', 'after it removed an object, before its journal entry'],
  ])('while it sweeps, %s', async (id, point, title) => {
    const run = record.case(id, `SIGKILL of the sweeper ${title}`);
    for (; run.runs < RUNS_PER_POINT; run.runs++) {
      const mix = { ...HABITS.mix, deleteFile: 40, deleteDocument: 30 };
      await scene
        .traffic({ clients: 4, seed: chance.whole(2 ** 20), habits: { ...small, mix } })
        .start(60)
        .done();
      await scene.archive.passLeases();
      const { signal } = await command(scene.archive.environment, ['sweep'], `${point}:${1 + chance.whole(3)}`);
      expect(signal).toBe('SIGKILL');
      expect(await looked(run, false)).toEqual([]);
      expect((await command(scene.archive.environment, ['sweep'])).code).toBe(0);
      expect((await scene.look({ onlyNew: true, swept: true })).findings).toEqual([]);
    }
    run.result = 'passed';
  });

  it.each(['before-seal-commit', 'after-seal-commit'])('while it seals, %s', async (point) => {
    const run = record.case('C9', 'SIGKILL when events are sealed, before and after the COMMIT');
    for (let runs = 0; runs < RUNS_PER_POINT; runs++, run.runs++) {
      const doomed = await scene.spare(`${point}:${1 + chance.whole(5)}`);
      const traffic = scene.traffic({ clients: 4, seed: chance.whole(2 ** 20), habits: { ...small, mix: onlyCreates } });
      await untilDeath(scene, traffic, doomed, heir, async () => {
        // Only one of the two seals by itself; whoever is asked for the trail does so, too.
        let over = false;
        void doomed.ended.then(() => (over = true));
        while (!over) await eventsOf(scene.at(doomed), { limite: 1 }).catch(() => sleep(50));
      });
      expect([point, traffic.misread, await looked(run)]).toEqual([point, [], []]);
    }
    run.result = 'passed';
  });

  it('with an expired claim that passes to a repeated call', async () => {
    const run = record.case('C1b', 'an Idempotency-Key whose process died, repeated until it is free');
    const doomed = await scene.spare('call-claimed');
    // Earlier killed processes have left claims that are not repeated.
    const before = await LEFT.claim();
    // A signature, because the oracle's ledger would miss a new document.
    const id = await pdf();
    const send = (service: ServiceProcess) => sign(scene.at(service), [id], {}, { headers: { 'idempotency-key': 'left behind' } });
    await expect(send(doomed)).rejects.toThrow();
    expect((await doomed.ended).signal).toBe('SIGKILL');
    expect(await LEFT.claim()).toBe(before + 1);
    // By the database's clock: however slow this machine is.
    expect(
      await count(
        `SELECT COUNT(*) AS total FROM repeatable_call c WHERE c.status IS NULL AND c.claimed_until > ${scene.archive.sql.now} + 15000`,
      ),
    ).toBe(0);
    await until('the key is free', async () => (await send(heir)).status === 200);
    run.runs = 1;
    run.result = 'passed';
  });

  it.each(['object-stored', 'version-replaced'])('while it signs, %s', async (point) => {
    const run = record.case('C13', 'SIGKILL when a signed version is stored, its row not replaced');
    for (let runs = 0; runs < RUNS_PER_POINT; runs++, run.runs++) {
      const doomed = await scene.spare(point);
      const id = await pdf();
      const call = { headers: { 'idempotency-key': `${point}-${runs}` } };
      const original = await bytesOf(scene.at(heir), id);
      await expect(sign(scene.at(doomed), [id], {}, call)).rejects.toThrow();
      expect((await doomed.ended).signal).toBe('SIGKILL');
      expect((await bytesOf(scene.at(heir), id)).equals(original)).toBe(true);
      expect(await looked(run)).toEqual([]);
      // Its first attempt may use a key that it had staged before everything was swept.
      await until('it is signed', async () => (await sign(scene.at(heir), [id], {}, call)).status === 200);
      const signed = await bytesOf(scene.at(heir), id);
      expect([signed.length > original.length, signed.subarray(0, original.length).equals(original)]).toEqual([true, true]);
      expect(await looked(run)).toEqual([]);
    }
    run.result = 'passed';
  });
});

(STORAGE === 'servers' ? describe : describe.skip)('a service that is killed together with its database', () => {
  let database: MortalDatabase;
  let scene: Scene;
  beforeAll(async () => {
    database = await mortalDatabase();
    scene = await Scene.open({ database: database.url });
    record.seed(scene.seed);
  });
  afterAll(async () => {
    await scene.close();
    await database.stop();
  });

  it('loses nothing', async () => {
    const run = record.case('F5', 'SIGKILL of service and database at once');
    const chance = new Chance(scene.seed);
    let service = await scene.start();
    const traffic = scene.traffic({ clients: CLIENTS, habits: { large: 0.01, largest: 100_000 } });
    for (; run.runs < size({ short: 1, long: 10 }) && !isTimeUp(); run.runs++) {
      traffic.start();
      await sleep(200 + chance.whole(1500));
      await Promise.all([service.kill(), database.crash()]);
      scene.door.close();
      const stopped = traffic.stop();
      await database.restart();
      service = await scene.spare();
      await insisted(() => scene.archive.passLeases());
      scene.serve(service);
      await stopped;
      const { findings, acknowledged, refused, unknown } = await scene.lookSwept({ onlyNew: run.runs % 5 !== 4 });
      Object.assign(run, { operations: acknowledged + refused + unknown, unknown, lost: findings.length });
      expect([findings, traffic.misread]).toEqual([[], []]);
    }
    run.result = 'passed';
  });
});
