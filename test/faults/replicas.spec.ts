import { setTimeout as sleep } from 'node:timers/promises';
import { Expected } from './oracle/expected';
import { outcomeOf } from './oracle/ledger';
import { RunRecord } from './support/record';
import { Scene } from './support/scene';
import type { ServiceProcess } from './support/service-process';
import { isTimeUp, size } from './support/size';

jest.setTimeout(3_600_000);

const record = new RunRecord('faults-replicas', 'Rolling restarts of replicas', 'npm run test:faults -- replicas');
afterAll(() => record.write());

const ROLLS = size({ short: 2, long: 20 });

describe('two replicas on one database and bucket', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open();
    record.seed(scene.seed);
  });
  afterAll(() => scene.close());

  it('are restarted one after the other, while calls repeated under their key succeed', async () => {
    const run = record.case('F19', 'SIGTERM of two replicas alternately, under load');
    let [older, newer] = [await scene.spare(), await scene.spare()] as [ServiceProcess, ServiceProcess];
    scene.serve(older, newer);
    const habits = { repeats: 1, largest: 100_000, large: 0.01 };
    const traffic = scene.traffic({ clients: size({ short: 6, long: 12 }), habits }).start();
    const ends: (NodeJS.Signals | number | null)[] = [];
    let longest = 0;
    for (; run.runs < ROLLS && !isTimeUp(); run.runs++) {
      const next = await scene.spare();
      await sleep(size({ short: 500, long: 1500 }));
      const from = Date.now();
      // Clients are still sent to the one that leaves: what they get there is an error at worst.
      const { code, signal } = await older.kill('SIGTERM');
      longest = Math.max(longest, Date.now() - from);
      ends.push(signal ?? code);
      [older, newer] = [newer, next];
      scene.serve(older, newer);
    }
    await sleep(size({ short: 300, long: 2000 }));
    await traffic.stop();
    expect(new Set(ends)).toEqual(new Set([0]));
    const expected = new Expected(await scene.ledger.read());
    const repaired = expected.deeds.filter(({ attempts }) => attempts.some(({ answered }) => outcomeOf(answered) === 'unknown'));
    const { findings, acknowledged, refused, unknown } = await scene.lookSwept();
    Object.assign(run, { operations: acknowledged + refused + unknown, unknown, lost: findings.length });
    run.note = `${repaired.length} calls without an answer, each repaired by repeating it; a replica leaves within ${longest} ms`;
    expect([findings, unknown, traffic.misread]).toEqual([[], 0, []]);
    run.result = 'passed';
  });
});
