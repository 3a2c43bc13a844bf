import { AUDIT_ACTIONS } from '#domain/audit/audit-event';
import { EventWitness } from '#infrastructure/typeorm/events/event-witness';
import { TypeOrmEventSealing } from '#infrastructure/typeorm/events/typeorm-event-sealing';
import { TypeOrmSealedEvents } from '#infrastructure/typeorm/events/typeorm-sealed-events';
import type { Parameter, Sql } from '#infrastructure/typeorm/sql';
import { actorOf, DEMO, scopeOf } from '../builders/demo';
import { describeContract } from './support/implementations';

const KILOBYTE = 1024;
const LARGE = 200 * KILOBYTE;
const EVENTS = 60;
/** Of a pass, which has more than one of them. */
const PASS = 4 << 20;

describeContract('how much of large events is read at once', { perTest: true }, (archive) => {
  /** The archive's statements, and the size of the largest answer to one of them. */
  const watched = () => {
    const read = { most: 0 };
    const sql = Object.create(archive.sql, {
      rows: {
        value: async (text: string, parameters: readonly Parameter[] = []) => {
          const rows = await archive.sql.rows(text, parameters);
          read.most = Math.max(read.most, JSON.stringify(rows).length);
          return rows;
        },
      },
    }) as Sql;
    return { sql, read };
  };
  const record = () =>
    archive.unitOfWork.run(async () => {
      for (let n = 0; n < EVENTS; n++)
        await archive.audit.record(actorOf('demo'), DEMO.client, 'document.create', { n, text: 'x'.repeat(n % 2 === 0 ? LARGE : 10) });
    });

  it('by a pass of the sealer is about what one transaction takes', async () => {
    await record();
    const { sql, read } = watched();
    const sealing = new TypeOrmEventSealing(sql, archive.unitOfWork, archive.clock, archive.seals, new EventWitness());
    expect(await sealing.seal(0)).toMatchObject({ events: EVENTS, refused: 0 });
    expect(read.most).toBeGreaterThan(PASS / 2);
    expect(read.most).toBeLessThan(PASS + EVENTS * KILOBYTE);
    const sealed = await archive.events.after(DEMO.client, 0, EVENTS);
    expect(sealed.map(({ subject }) => subject.n)).toEqual(sealed.map((_, n) => n));
  });

  it('by a webhook and by the feed is what they ask for, and always one event', async () => {
    await record();
    await archive.sealer.settle();
    const { sql, read } = watched();
    const events = new TypeOrmSealedEvents(sql, archive.seals);
    const bytes = 5 * LARGE;
    expect((await events.after(DEMO.client, 0, EVENTS, bytes)).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await events.after(DEMO.client, 8, EVENTS, 1)).map(({ position }) => position)).toEqual([9]);

    const scope = await scopeOf(archive, 'demo');
    const range = { after: 0, upTo: EVENTS, actions: AUDIT_ACTIONS, limit: EVENTS, bytes };
    const positions: number[] = [];
    for (let isCut = true; isCut;) {
      const portion = await events.range(scope, { ...range, after: positions.at(-1) ?? 0 });
      positions.push(...portion.events.map(({ position }) => position));
      isCut = portion.isCut;
    }
    expect(positions).toEqual(Array.from({ length: EVENTS }, (_, index) => index + 1));
    expect(read.most).toBeLessThan(bytes + EVENTS * KILOBYTE);
    expect(await events.range(scope, { ...range, limit: 2 })).toMatchObject({ isCut: true, events: [{ position: 1 }, { position: 2 }] });
    expect(await events.range(scope, { ...range, after: EVENTS })).toEqual({ events: [], isCut: false });
  });
});
