import { logBytes } from '#infrastructure/typeorm/log-bytes';
import { Sql } from '#infrastructure/typeorm/sql';
import { TypeOrmUnitOfWork } from '#infrastructure/typeorm/typeorm-unit-of-work';
import type { LogEnd } from '#application/ports/sealed-events';
import { saltedOf, type SaltedRow } from '#infrastructure/typeorm/events/event-row';
import { SAMPLED_LOG, wrongAmong, type SampledLog } from '#infrastructure/typeorm/events/trail-sample';
import { actorOf, DEMO } from '../builders/demo';
import { describeContract } from './support/implementations';
import { erase, eraseRow } from './support/tamperings';
import type { Archive } from './support/typeorm-archive';

/** Two tiles of 256, as the archive of the contracts has them, and a rest. */
const EVENTS = 700;

/** A log of so many events, and what another log has; its former end is after a hundred. */
async function begun(archive: Archive): Promise<LogEnd[]> {
  await record(archive, 100);
  const { ends } = await archive.verification.verify([], () => undefined);
  await record(archive, EVENTS - 100);
  await archive.audit.record(actorOf('outro'), DEMO.otherClient, 'document.create', {});
  await archive.sealer.settle();
  return ends;
}

async function record(archive: Archive, count: number): Promise<void> {
  const event = (_: unknown, n: number) => ({
    author: actorOf('demo'),
    at: new Date(),
    action: 'document.create' as const,
    subject: { n },
  });
  await archive.audit.recordAll(DEMO.client, Array.from({ length: count }, event));
  await archive.sealer.settle();
}

// Not the archive's own: these are statements that the service never makes.
const rawOf = ({ dataSource }: Archive) => new Sql(dataSource, new TypeOrmUnitOfWork(dataSource));
const changing =
  (archive: Archive) =>
  (statement: string, ...parameters: (string | number)[]) =>
    rawOf(archive).write(statement, [...parameters, logBytes(DEMO.client)]);

/** What is tampered with, and put back after each test. */
const TABLES = ['event', 'event_node', 'event_log'];

describeContract('TrailVerification', (archive) => {
  let ends: LogEnd[];
  let former: LogEnd[];
  beforeAll(async () => {
    former = await begun(archive);
    for (const table of TABLES) await archive.dataSource.query(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
  });
  beforeEach(() => void (ends = former));
  afterEach(async () => {
    for (const table of TABLES) {
      await archive.dataSource.query(`DELETE FROM ${table}`);
      await archive.dataSource.query(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
    }
  });

  const inOneThread = () => archive.verification.verify(ends, () => undefined);
  const inThreads = () => archive.verification.verify(ends, () => undefined, 2);
  const sample = (count: number) => archive.verification.sample(count, () => undefined);
  const change = (...given: Parameters<ReturnType<typeof changing>>) => changing(archive)(...given);
  /** Altered, with a leaf's hash that fits. */
  const forge = async (position: number) => {
    await change("UPDATE event SET user_id = 'somebody' WHERE position = ? AND client_id = ?", position);
    const row = await archive.sql.first<SaltedRow>('SELECT e.* FROM event e WHERE e.position = ? AND e.client_id = ?', [
      position,
      logBytes(DEMO.client),
    ]);
    const hash = archive.seals.leaf(saltedOf(row!), position).toString('base64url');
    await change('UPDATE event SET hash = ? WHERE position = ? AND client_id = ?', hash, position);
  };

  it('comes to the same in threads as in one', async () => {
    const one = await inOneThread();
    expect(one).toMatchObject({
      events: EVENTS + 1,
      broken: [],
      ends: expect.arrayContaining([expect.objectContaining({ size: EVENTS })]),
    });
    const counts: number[] = [];
    expect(await archive.verification.verify(ends, (count) => counts.push(count), 2)).toEqual(one);
    expect(Math.max(...counts)).toBe(EVENTS + 1);
  });

  const alter = (position: number) => () => change('UPDATE event SET at = at + 1 WHERE position = ? AND client_id = ?', position);
  const remove = (position: number) => () => change('DELETE FROM event WHERE position = ? AND client_id = ?', position);
  it.each<[string, () => Promise<unknown>, number, string]>([
    ['the first event altered', alter(1), 1, 'altered'],
    ['an event of the first tile missing', remove(256), 256, 'missing'],
    ['an event of the second altered', alter(257), 257, 'altered'],
    ['events of both altered', () => Promise.all([alter(512)(), alter(200)()]), 200, 'altered'],
    ['an event of the rest missing', remove(600), 600, 'missing'],
    ['an event hashed again', () => forge(300), 512, 'unlike'],
    ['an event before a former end hashed again', () => forge(50), 100, 'unlike'],
    ['a node altered', () => change(`UPDATE event_node SET hash = '${'A'.repeat(43)}' WHERE idx = 1 AND client_id = ?`), 512, 'unlike'],
    ['another end', async () => void (ends = ends.map((end) => ({ ...end, size: 512 }))), 512, 'unlike'],
    ['an end that is not reached', async () => void (ends = ends.map((end) => ({ ...end, size: 9999 }))), EVENTS + 1, 'truncated'],
    ['the log cut', () => change('DELETE FROM event WHERE position > ? AND client_id = ?', 512), 513, 'truncated'],
  ])('finds the same in threads as in one after %s', async (_, tamper, position, reason) => {
    await tamper();
    const broken = [{ clientId: DEMO.client, position, reason }];
    expect((await inOneThread()).broken).toEqual(broken);
    expect((await inThreads()).broken).toEqual(broken);
  });

  it('of a sample takes as many as were asked for, and all where there are no more', async () => {
    for (const [asked, taken] of [
      [1, 1],
      [300, 300],
      [650, 650],
      [EVENTS + 1, EVENTS + 1],
      [9999, EVENTS + 1],
    ] as const)
      expect(await sample(asked)).toMatchObject({ events: taken, broken: [], refused: 0 });
  });

  it.each<[string, () => Promise<unknown>, number, string]>([
    ['an event altered', alter(3), 3, 'altered'],
    ['an event missing', remove(699), 699, 'missing'],
    ['an event hashed again', () => forge(300), 300, 'unlike'],
    ['the head changed', () => change("UPDATE event_log SET head = 'x' WHERE client_id = ?"), EVENTS + 1, 'truncated'],
    ['a node altered', () => change(`UPDATE event_node SET hash = '${'A'.repeat(43)}' WHERE idx = 1 AND client_id = ?`), 1, 'unlike'],
  ])('finds in a sample of all %s', async (_, tamper, position, reason) => {
    await tamper();
    const { broken } = await sample(EVENTS + 1);
    expect(broken).toMatchObject([{ clientId: DEMO.client, reason: position === 699 ? expect.any(String) : reason }]);
    expect(broken[0]!.position).toBeLessThanOrEqual(position);
  });

  it('of a sample does not take the word of the database for what was removed', async () => {
    await change('UPDATE event_log SET pruned_to = 512 WHERE client_id = ?');
    expect((await sample(1)).broken).toEqual([{ clientId: DEMO.client, position: 1, reason: 'missing' }]);
  });
});

describeContract('TrailVerification of a log that goes on', { perTest: true }, (archive) => {
  let ends: LogEnd[];
  beforeEach(async () => void (ends = await begun(archive)));
  const verify = (threads?: number) => archive.verification.verify(ends, () => undefined, threads);
  const sample = (count: number) => archive.verification.sample(count, () => undefined);
  const change = (...given: Parameters<ReturnType<typeof changing>>) => changing(archive)(...given);

  it('begins in threads behind what was removed, too', async () => {
    for (const [from, to] of [
      [0, 256],
      [256, 512],
    ] as const) {
      await archive.unitOfWork.run(async () => {
        await archive.pruning.mark(DEMO.client, from, to);
        await archive.audit.record(actorOf('demo'), DEMO.client, 'trail.prune', { from: from + 1, upTo: to });
      });
      await archive.sealer.settle();
      await archive.pruning.remove(DEMO.client, 300);
      await record(archive, 256);
      const one = await verify();
      expect(one.broken).toEqual([]);
      expect(await verify(2)).toEqual(one);
    }
  });

  it('leaves out of a sample what was removed', async () => {
    await archive.unitOfWork.run(async () => {
      await archive.pruning.mark(DEMO.client, 0, 512);
      await archive.audit.record(actorOf('demo'), DEMO.client, 'trail.prune', { from: 1, upTo: 512 });
    });
    await archive.sealer.settle();
    await archive.pruning.remove(DEMO.client, 600);
    expect(await sample(9999)).toMatchObject({ events: EVENTS - 512 + 2, broken: [] });
  });

  describe('of a sample finds erased data', () => {
    const scene = () => ({ raw: rawOf(archive), trail: archive });
    const wrong = async (...positions: number[]) => {
      const log = await archive.sql.first<SampledLog>(`${SAMPLED_LOG} WHERE client_id = ?`, [logBytes(DEMO.client)]);
      return wrongAmong(archive.sql, archive.seals, log!, positions, () => undefined);
    };
    const eraseUntold = (position: number) => eraseRow(position, 'author', 'user_id = NULL')(scene());

    it('that no event of the log tells of, sealed or pending', async () => {
      await erase('author', 5)(scene());
      await erase('origin', 6)(scene());
      expect((await sample(9999)).broken).toEqual([]);
      await archive.sealer.settle();
      expect((await sample(9999)).broken).toEqual([]);
      await eraseUntold(7);
      expect((await sample(9999)).broken).toEqual([{ clientId: DEMO.client, position: 7, reason: 'altered' }]);
      expect([await wrong(5, 6), await wrong(4, 5, 7)]).toEqual([null, { position: 7, reason: 'altered' }]);
    });

    it('that only an altered or a forged event tells of', async () => {
      await erase('author', 5)(scene());
      await archive.sealer.settle();
      await eraseUntold(7);
      await change(
        `UPDATE event SET subject = REPLACE(subject, '"upTo":5', '"upTo":9') WHERE action = 'event.anonymize' AND client_id = ?`,
      );
      expect(await wrong(7)).toEqual({ position: EVENTS + 1, reason: 'altered' });
      await change("UPDATE event SET subject = '{' WHERE action = 'event.anonymize' AND client_id = ?");
      expect(await wrong(7)).toEqual({ position: 7, reason: 'altered' });
      const subject = JSON.stringify({ group: 'author', events: 1, from: 7, upTo: 7 });
      await change(`UPDATE event SET action = 'event.anonymize', subject = '${subject}' WHERE position = 9 AND client_id = ?`);
      expect(await wrong(7)).toEqual({ position: 9, reason: 'altered' });
    });
  });
});
