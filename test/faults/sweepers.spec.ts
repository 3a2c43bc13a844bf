import { Expected } from './oracle/expected';
import { HABITS } from './support/client';
import { RunRecord } from './support/record';
import { Scene } from './support/scene';
import { isTimeUp, size } from './support/size';

jest.setTimeout(3_600_000);

const record = new RunRecord('faults-sweepers', 'Sweepers during uploads', 'npm run test:faults -- sweepers');
afterAll(() => record.write());

const CREATES = size({ short: 300, long: 10_000 });

describe('two concurrent sweepers, with expiring uploads', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open();
    record.seed(scene.seed);
    await scene.start();
  });
  afterAll(() => scene.close());

  it('remove no referenced object', async () => {
    const run = record.case('F18', 'two sweepers without a grace period, during creates');
    const sweepers = await Promise.all([scene.archive.sweeper(), scene.archive.sweeper()]);
    const swept = { condemned: 0, removed: 0 };
    let over = false;
    const untilOver = async (work: () => Promise<void>) => {
      while (!over) await work();
    };
    const work = [
      untilOver(async () => void (await scene.archive.passGrace())),
      ...sweepers.map((sweeper) =>
        untilOver(async () => {
          const { condemned, removed } = await sweeper.sweep();
          swept.condemned += condemned;
          swept.removed += removed;
        }),
      ),
    ];
    const mix = {
      ...HABITS.mix,
      create: 94,
      add: 0,
      deleteFile: 3,
      deleteDocument: 3,
      change: 0,
      share: 0,
      unshare: 0,
      fetch: 0,
      search: 0,
    };
    const traffic = scene.traffic({ habits: { mix, repeats: 1, large: 0, largest: 2000 } });
    traffic.start(CREATES);
    const clock = setInterval(() => isTimeUp() && void traffic.stop(), 1000);
    await traffic.done();
    clearInterval(clock);
    over = true;
    await Promise.all(work);
    await Promise.all(sweepers.map((sweeper) => sweeper.close()));
    const { findings, acknowledged, refused, unknown } = await scene.lookSwept({ readEvery: size({ short: 3, long: 20 }) });
    const creates = new Expected(await scene.ledger.read()).documents.size;
    Object.assign(run, { runs: 1, operations: acknowledged + refused + unknown, unknown, lost: findings.length });
    run.note = `${creates} creates; ${swept.condemned} uploads were condemned before their rows came, ${swept.removed} objects removed`;
    expect([findings, traffic.misread]).toEqual([[], []]);
    expect(swept.condemned).toBeGreaterThan(0);
    run.result = 'passed';
  });
});
