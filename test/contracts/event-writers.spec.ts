import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { actorOf, DEMO } from '../builders/demo';
import { describeContract } from './support/implementations';
import type { Archive } from './support/typeorm-archive';

type Trail = ReturnType<Archive['anotherTrail']>;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describeContract('counts of sealed events by their writers', { perTest: true }, (archive) => {
  const record = (trail: Trail) => trail.audit.record(actorOf('demo'), DEMO.client, 'document.create', {});
  const writers = async () => Number((await archive.sql.first<{ n: number }>('SELECT COUNT(*) AS n FROM event_writer w'))?.n);
  const pass = (ms: number) => {
    archive.moveDatabaseClock(ms);
    archive.clock.set(new Date(archive.clock.now().getTime() + ms));
  };
  const forget = async (limit = 500) => archive.sealing.forgetOld(new Date((await archive.databaseNow()).getTime() - DAY), limit);

  it('are forgotten a day after the end of their process, in batches', async () => {
    for (let n = 0; n < 3; n++) await record(archive.anotherTrail());
    await archive.sealer.settle();
    const before = await writers();
    expect(before).toBeGreaterThanOrEqual(3);
    expect(await forget()).toBe(0);
    pass(DAY + HOUR);
    expect([await forget(2), await writers()]).toEqual([2, before - 2]);
    await forget();
    expect(await writers()).toBe(0);
  });

  it('are added up over the clients of a process', async () => {
    const trail = archive.anotherTrail();
    await record(trail);
    await trail.audit.record(actorOf('demo'), DEMO.otherClient, 'document.create', {});
    await archive.sealer.settle();
    expect([await writers(), (await trail.sealing.backlog()).vanished]).toEqual([2, 0]);
    await archive.sql.write('DELETE FROM event_writer WHERE client_id = ?', [idBytes(DEMO.otherClient)]);
    expect((await trail.sealing.backlog()).vanished).toBe(1);
  });

  it('are kept while their process looks, although it writes nothing', async () => {
    const trail = archive.anotherTrail();
    await record(trail);
    await archive.sealer.settle();
    for (let hours = 0; hours < 60; hours += 2) {
      pass(2 * HOUR);
      expect(await trail.sealing.backlog()).toMatchObject({ vanished: 0 });
      await forget();
    }
    expect(await writers()).toBe(1);
    // It still notices.
    await record(trail);
    await archive.sql.write('DELETE FROM event_outbox');
    expect(await trail.sealing.backlog()).toMatchObject({ vanished: 1 });
  });

  it('are begun anew by a process that has stood still for longer than they are kept', async () => {
    const trail = archive.anotherTrail();
    await record(trail);
    await archive.sealer.settle();
    expect(await trail.sealing.backlog()).toMatchObject({ vanished: 0 });
    pass(2 * DAY);
    await forget();
    expect(await writers()).toBe(0);
    expect(await trail.sealing.backlog()).toMatchObject({ vanished: 0 });
    await record(trail);
    await archive.sealer.settle();
    expect(await trail.sealing.backlog()).toMatchObject({ vanished: 0 });
    await record(trail);
    await archive.sql.write('DELETE FROM event_outbox');
    expect(await trail.sealing.backlog()).toMatchObject({ vanished: 1 });
  });
});
