import { setTimeout as sleep } from 'node:timers/promises';
import { logBytes } from '#infrastructure/typeorm/log-bytes';
import { IDS, place } from '../e2e/support/api';
import { Chance } from '../e2e/support/chance';
import { bodyOf, PATHS } from '../e2e/support/creates';
import { LOOPBACK, OF_CLIENT, Receiver, registered, WEBHOOKS } from '../e2e/support/receivers';
import { until } from './kit/until';
import { RunRecord } from './support/record';
import { Scene } from './support/scene';
import type { ServiceProcess } from './support/service-process';
import { size } from './support/size';

jest.setTimeout(3_600_000);

const record = new RunRecord('faults-webhooks', 'The process that sends is killed', 'npm run test:faults -- webhooks');
afterAll(() => record.write());

const RUNS = size({ short: 1, long: 10 });
const CLIENTS = 6;
/** Events that may come again after a death. */
const MOST_REPEATED = 100;

describe('a process killed while it sends to a webhook', () => {
  let scene: Scene;
  let receiver: Receiver;
  let chance: Chance;
  beforeAll(async () => {
    receiver = await Receiver.open();
    scene = await Scene.open({ environment: LOOPBACK });
    chance = new Chance(scene.seed);
    record.seed(scene.seed);
    const first = await scene.spare();
    await registered(scene.at(first), receiver.url);
    await first.kill();
  });
  afterAll(async () => {
    await scene.close();
    receiver.close();
  });

  /** As if the lease of the dead had ended. */
  const passLease = () => scene.archive.sql.write('UPDATE webhook SET lease_until = 0');

  /** Until the process is over. */
  async function creates(service: ServiceProcess): Promise<void> {
    while (!service.isOver) {
      const answer = await scene
        .at(service)
        .post(PATHS.V3, { query: place(), body: bodyOf('V3') })
        .catch(() => null);
      if (!answer) await sleep(50);
    }
  }

  const reached = async () => Number((await scene.archive.sql.first<{ reached: number }>('SELECT w.reached FROM webhook w'))?.reached);

  /** All but what the webhook itself has caused. */
  const happenedAfter = async (position: number) => {
    const rows = await scene.archive.sql.rows<{ position: number }>(
      `SELECT e.position FROM event e
       WHERE e.client_id = ? AND e.position > ? AND e.action NOT LIKE 'webhook.%' ORDER BY e.position`,
      [logBytes(IDS.client), position],
    );
    return rows.map((row) => Number(row.position));
  };

  const progress = async (service: ServiceProcess) => {
    const { json } = await scene.at(service).get(WEBHOOKS, { query: OF_CLIENT });
    return { reached: json.webhooks[0].posicao as number, end: json.fim as number };
  };

  it.each([
    ['sent', 120],
    ['before-cursor', 6],
  ])('loses no event, and repeats at most 100: %s', async (point, most) => {
    const run = record.case('C15', 'SIGKILL when an event was sent, and before that is stored');
    for (let runs = 0; runs < RUNS; runs++, run.runs++) {
      receiver.forget();
      const before = await reached();
      await passLease();
      const doomed = await scene.spare(`${point}:${1 + chance.whole(most)}`);
      await Promise.all(Array.from({ length: CLIENTS }, () => creates(doomed)));
      expect((await doomed.ended).signal).toBe('SIGKILL');

      await passLease();
      const heir = await scene.spare();
      await until('the webhook has caught up', async () => {
        const { reached, end } = await progress(heir);
        return reached === end;
      });
      await heir.kill();
      const positions = [...receiver.positions].sort((a, b) => a - b);
      const known = new Set(positions);
      const missing = (await happenedAfter(before)).filter((position) => !known.has(position));
      expect([point, missing, known.size > 0]).toEqual([point, [], true]);
      expect(positions.length - known.size).toBeLessThanOrEqual(MOST_REPEATED);
      expect(receiver.got.every(({ headers, event }) => headers['webhook-id'] === `${IDS.client}:${event.id}`)).toBe(true);
      run.operations = (run.operations ?? 0) + known.size;
      run.lost = (run.lost ?? 0) + missing.length;
    }
    run.result = 'passed';
  });
});
