import { Expected } from './oracle/expected';
import { CLUSTER, clusterRecord, made } from './support/cluster';
import { Scene } from './support/scene';

jest.setTimeout(3_600_000);

const { ACERVO_SPLIT_URL: SPLIT, ACERVO_FAILOVER_URL: FAILOVER } = process.env;
/** Calls that must be answered after it. */
const AFTER = 200;

/** Only where scripts/clusters.mjs has started shards: `npm run test:clusters -- vitess --shards 2`, or with `--copies 3`. */
(SPLIT || FAILOVER ? describe : describe.skip)(`an archive on ${CLUSTER}`, () => {
  const record = clusterRecord('shards', 'An archive whose shards are split, or lose their primary');
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

  /** What somebody does to the shards beside calls of all kinds, and how many of these there were. */
  const beside = async <T>(url: string): Promise<{ took: T; said: string; steps: number }> => {
    const traffic = scene.traffic({ clients: 3, habits: { large: 0, largest: 20_000 } }).start();
    try {
      await made(traffic, AFTER);
      const answer = await fetch(url, { method: 'POST' });
      const text = await answer.text();
      expect([text, answer.status]).toEqual([text, 200]);
      await made(traffic, traffic.steps + AFTER);
      await traffic.stop();
      const { text: found, kinds } = await scene.lookSwept();
      expect([found, kinds, traffic.misread]).toEqual([found, [], []]);
      const { documents } = new Expected(await scene.ledger.read());
      return { took: JSON.parse(text) as T, said: `${traffic.steps} calls, ${documents.size} documents`, steps: traffic.steps };
    } finally {
      await traffic.stop();
    }
  };

  (SPLIT ? it : it.skip)('loses nothing while its shards are split, and goes on', async () => {
    const run = record.case('V1', 'each shard is split in two, beside calls of all kinds');
    const { took, said, steps } = await beside<Record<'copySeconds' | 'compareSeconds' | 'rows' | 'switchSeconds', number>>(
      SPLIT as string,
    );
    const note = `copied in ${took.copySeconds.toFixed(0)} s, ${took.rows} rows compared in ${took.compareSeconds.toFixed(0)} s, switched in ${took.switchSeconds.toFixed(1)} s, ${said}`;
    process.stdout.write(`V1: ${note}\n`);
    Object.assign(run, { runs: 1, operations: steps, lost: 0, note, result: 'passed' });
  });

  (FAILOVER ? it : it.skip)('loses nothing when the primary of each shard dies in turn, and goes on with copies', async () => {
    const run = record.case('V2', 'the tablet and the MySQL of each primary are killed in turn, beside calls of all kinds');
    const { took, said, steps } = await beside<{ shard: string; seconds: number }[]>(FAILOVER as string);
    const each = took.map(({ shard, seconds }) => `${shard} has another primary after ${seconds.toFixed(1)} s`);
    const note = `${each.join(', ')}, ${said}`;
    process.stdout.write(`V2: ${note}\n`);
    Object.assign(run, { runs: 1, operations: steps, lost: 0, note, result: 'passed' });
  });
});
