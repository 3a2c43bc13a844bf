import { Expected } from './oracle/expected';
import { CLUSTER, clusterRecord } from './support/cluster';
import { Scene } from './support/scene';

jest.setTimeout(3_600_000);

const SPLIT = process.env.ACERVO_SPLIT_URL;

/** Only where scripts/clusters.mjs has started shards: `npm run test:clusters -- vitess --shards 2`. */
(SPLIT ? describe : describe.skip)(`an archive on ${CLUSTER}`, () => {
  const record = clusterRecord('shards', 'An archive whose shards are split');
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open();
    record.seed(scene.seed);
    await scene.start();
  });
  afterAll(async () => {
    record.write();
    await scene.close();
  });

  it('loses nothing while its shards are split, and goes on', async () => {
    const run = record.case('V1', 'each shard is split in two, beside calls of all kinds');
    const traffic = scene.traffic({ clients: 3, habits: { large: 0, largest: 20_000 } }).start();
    try {
      const answer = await fetch(SPLIT as string, { method: 'POST' });
      const text = await answer.text();
      expect([text, answer.status]).toEqual([text, 200]);
      const took = JSON.parse(text) as Record<'copySeconds' | 'compareSeconds' | 'rows' | 'switchSeconds', number>;
      const before = traffic.steps;
      // On the new shards.
      while (traffic.steps < before + 60) await new Promise((resolve) => setTimeout(resolve, 200));
      await traffic.stop();
      const { text: found, kinds } = await scene.lookSwept();
      expect([found, kinds, traffic.misread]).toEqual([found, [], []]);
      const { documents } = new Expected(await scene.ledger.read());
      const note = `copied in ${took.copySeconds.toFixed(0)} s, ${took.rows} rows compared in ${took.compareSeconds.toFixed(0)} s, switched in ${took.switchSeconds.toFixed(1)} s, ${traffic.steps} calls, ${documents.size} documents`;
      process.stdout.write(`V1: ${note}\n`);
      Object.assign(run, { runs: 1, operations: traffic.steps, lost: 0, note, result: 'passed' });
    } finally {
      await traffic.stop();
    }
  });
});
