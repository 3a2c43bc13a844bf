import { Expected } from './oracle/expected';
import { CLUSTER, clusterRecord, made } from './support/cluster';
import { Scene } from './support/scene';

jest.setTimeout(3_600_000);

const { ACERVO_MOVE_URLS: MOVE, ACERVO_MOVED_URL: MOVED } = process.env;
const CALLS = 200;

const told = async (url = ''): Promise<Record<string, number>> => {
  const answer = await fetch(url, { method: 'POST' });
  const text = await answer.text();
  expect([text, answer.status]).toEqual([text, 200]);
  return JSON.parse(text) as Record<string, number>;
};

/** Only where scripts/clusters.mjs has started shards: `npm run test:clusters -- vitess --shards 2 --only move`. */
(MOVE ? describe : describe.skip)(`an archive that moves to ${CLUSTER}`, () => {
  const record = clusterRecord('move', 'An archive moves from one MySQL to shards');
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open();
    record.seed(scene.seed);
  });
  afterAll(async () => {
    record.write();
    await scene.close();
  });

  it('has all of its rows there, and goes on', async () => {
    const run = record.case(
      'V3',
      'MoveTables beside calls of all kinds; the service is stopped while Vitess switches, and then connects to the shards',
    );
    const [copy, switchOver] = (MOVE as string).split(',');
    const service = await scene.start();
    const traffic = scene.traffic({ clients: 3, habits: { large: 0, largest: 20_000 } }).start();
    try {
      await made(traffic, CALLS);
      const copied = await told(copy);
      scene.door.close();
      const stoppedAt = performance.now();
      await service.kill('SIGTERM');
      const { switchSeconds } = await told(switchOver);
      const moved = await scene.start(undefined, { DATABASE_URL: MOVED as string });
      const away = (performance.now() - stoppedAt) / 1000;
      await made(traffic, traffic.steps + CALLS);
      await traffic.stop();
      expect(moved.isOver).toBe(false);
      const { text: found, kinds } = await scene.look();
      expect([found, kinds, traffic.misread]).toEqual([found, [], []]);
      const { documents } = new Expected(await scene.ledger.read());
      const note = `copied in ${copied.copySeconds?.toFixed(0)} s, ${copied.rows} rows compared in ${copied.compareSeconds?.toFixed(0)} s, switched in ${switchSeconds?.toFixed(1)} s, without service for ${away.toFixed(1)} s, ${traffic.steps} calls, ${documents.size} documents`;
      process.stdout.write(`V3: ${note}\n`);
      Object.assign(run, { runs: 1, operations: traffic.steps, lost: 0, note, result: 'passed' });
    } finally {
      await traffic.stop();
    }
  });
});
