import { setTimeout as sleep } from 'node:timers/promises';
import { Chance } from '../e2e/support/chance';
import { filed } from '../e2e/support/reading';
import { violationsOf } from '../histories/version-order';
import { VersionedClients } from '../histories/versions';
import { until } from './kit/until';
import { isBrokenOff } from './support/broken-off';
import { RunRecord } from './support/record';
import { Scene } from './support/scene';
import { isTimeUp, size } from './support/size';

jest.setTimeout(3_600_000);

const ROUNDS = size({ short: 1, long: 20 });
const KILLS = size({ short: 3, long: 10 });
const CLIENTS = 6;
const DOCUMENTS = 3;
/** Changes between two kills. */
const SOME = 10;

describe('changes under If-Match, while the service is killed', () => {
  const record = new RunRecord('faults-versions', 'Versions of documents, while the service is killed', 'npm run test:faults -- versions');
  let scene: Scene;
  let chance: Chance;
  beforeAll(async () => {
    scene = await Scene.open();
    chance = new Chance(scene.seed);
    record.seed(scene.seed);
    await scene.start();
  });
  afterAll(async () => {
    await scene?.close();
    record.write();
  });

  it('are in one order, without a cycle, and each version has one successor', async () => {
    const run = record.case('V1', 'SIGKILL while clients change the same documents under If-Match');
    Object.assign(run, { operations: 0, unknown: 0, lost: 0 });
    const total = { reads: 0, conditional: 0, refused: 0 };
    for (let round = 0; round < ROUNDS && !isTimeUp(); round++) {
      const api = await scene.api();
      const documents = await Promise.all(Array.from({ length: DOCUMENTS }, () => filed(api)));
      const clients = await VersionedClients.of(api, documents, isBrokenOff);
      let working = true;
      const work = Array.from({ length: CLIENTS }, () =>
        clients.work(
          () => scene.api(),
          new Chance(chance.whole(2 ** 31)),
          () => working,
        ),
      );
      for (let kill = 0; kill < KILLS; kill++, run.runs++) {
        const before = clients.figures.conditional;
        await until('documents are changed', async () => clients.figures.conditional >= before + SOME);
        await sleep(chance.whole(200));
        await scene.processes.at(-1)?.kill();
        scene.door.close();
        await scene.start();
      }
      const before = clients.figures.conditional;
      await until('documents are changed once more', async () => clients.figures.conditional >= before + SOME);
      working = false;
      await Promise.all(work);
      expect(violationsOf(clients.calls, clients.first)).toEqual([]);
      const { reads, changes, conditional, refused, unanswered } = clients.figures;
      run.operations! += reads + changes + refused + unanswered;
      run.unknown! += unanswered;
      total.reads += reads;
      total.conditional += conditional;
      total.refused += refused;
    }
    run.note = `${total.conditional} changes under If-Match, ${total.refused} refused (412), ${total.reads} reads`;
    process.stdout.write(`versions: ${run.runs} kills, ${run.unknown} without an answer, ${run.note}\n`);
    expect([total.conditional > 0, run.unknown! > 0]).toEqual([true, true]);
    run.result = 'passed';
  });
});
