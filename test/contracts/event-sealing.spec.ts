import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { TrailDamaged } from '#application/support/errors';
import { EventWitness } from '#infrastructure/typeorm/events/event-witness';
import { TypeOrmEventSealing } from '#infrastructure/typeorm/events/typeorm-event-sealing';
import { logBytes } from '#infrastructure/typeorm/log-bytes';
import type { Parameter, Sql } from '#infrastructure/typeorm/sql';
import { actorOf, DEMO, scopeFor } from '../builders/demo';
import { CommitCutter } from '../faults/kit/commit-cutter';
import { atOnce, deferred } from './support/deferred';
import { describeContract, onEveryServer } from './support/implementations';
import { serverArchive, type Archive } from './support/typeorm-archive';

type Trail = ReturnType<Archive['anotherTrail']>;
const CLIENTS = [DEMO.client, DEMO.otherClient];
const EVENTS = 400;
/** Fewer than one statement takes, just more than it, and more than one transaction takes. */
const SIZES = [1, 501, 2300];

const record = (trail: Trail, subject: Record<string, number>, clientId: string = DEMO.client) =>
  trail.audit.record(actorOf('demo'), clientId, 'document.create', subject);

/** A transaction that has recorded an event, and ends when it is told to. */
function open(archive: Archive, trail: Trail, subject: Record<string, number>) {
  const [recorded, end] = [deferred(), deferred()];
  const done = archive.unitOfWork.run(async () => {
    await record(trail, subject);
    recorded.resolve();
    await end.promise;
  });
  return { recorded: recorded.promise, commit: () => (end.resolve(), done) };
}

type Next = () => ReturnType<Sql['write']>;

const intercepted = (archive: Archive, write: (text: string, next: Next, parameters: readonly Parameter[]) => ReturnType<Sql['write']>) =>
  Object.create(archive.sql, {
    write: {
      value: (text: string, parameters: readonly Parameter[] = []) => write(text, () => archive.sql.write(text, parameters), parameters),
    },
  }) as Sql;
const sealingOver = (archive: Archive, sql: Sql) =>
  new TypeOrmEventSealing(sql, archive.unitOfWork, archive.clock, archive.seals, new EventWitness());

describeContract('EventSealing', { perTest: true }, (archive) => {
  const numbers = async (clientId = DEMO.client) =>
    (await archive.events.after(clientId, 0, 10_000)).map(({ subject }) => Number(subject.n));
  const upTo = (size: number) => Array.from({ length: size }, (_, n) => n);

  it.each(SIZES)('seals %d events in order, leaving none', async (size) => {
    await archive.unitOfWork.run(async () => {
      for (const n of upTo(size)) await record(archive, { n });
    });
    expect(await archive.sealing.seal(0)).toMatchObject({ events: size, refused: 0 });
    expect(await numbers()).toEqual(upTo(size));
    expect(await archive.sealing.backlog()).toEqual({ pending: 0, oldest: null, vanished: 0 });
    expect(await archive.sealing.seal(0)).toMatchObject({ events: 0, highest: 0 });
  });

  it('seals each event of two clients once, with two processes, rollbacks and a reader', async () => {
    const [one, two] = [archive.anotherTrail(), archive.anotherTrail()];
    const writers = [archive.anotherTrail(), archive.anotherTrail()];
    let done = false;
    const sealing = [one, two].map(async ({ sealer }) => {
      // SQLite answers within the turn of the event loop, in which no timer fires.
      for (; !done; await turn()) await sealer.settle();
    });
    const read: number[] = [];
    const reading = (async () => {
      for (let position = 0, ended = false; !ended;) {
        ended = done;
        const events = await archive.events.after(DEMO.client, position, 7);
        read.push(...events.map(({ subject }) => Number(subject.n)));
        expect(events.map((event) => event.position)).toEqual(events.map((_, index) => position + index + 1));
        position += events.length;
        await turn();
        if (events.length > 0) ended = false;
      }
    })();
    const expected: number[] = [];
    await atOnce(8, async (writer) => {
      for (let n = writer; n < EVENTS; n += 8) {
        const rolledBack = n % 10 === 3;
        const running = archive.unitOfWork.run(async () => {
          await record(writers[writer % 2]!, { n }, CLIENTS[n % 2]);
          if (n % 7 === 0) await sleep(n % 5);
          if (rolledBack) throw new Error('afterwards');
        });
        if (rolledBack) await expect(running).rejects.toThrow('afterwards');
        else await running;
        if (!rolledBack && n % 2 === 0) expected.push(n);
      }
    });
    await one.sealer.settle();
    done = true;
    await Promise.all([...sealing, reading]);
    expect([...read].sort((a, b) => a - b)).toEqual([...expected].sort((a, b) => a - b));
    expect(await archive.verifyTrail.execute()).toMatchObject({ events: EVENTS - EVENTS / 10, broken: [], refused: 0 });
    for (const { sealing: own } of writers) expect(await own.backlog()).toMatchObject({ pending: 0, vanished: 0 });
  });

  it('seals earlier commits, also during a pass', async () => {
    for (let n = 0; n < 20; n++) {
      await Promise.all([record(archive, { n }), archive.sealer.settle()]);
      await archive.sealer.settle();
      expect((await numbers()).length).toBe(n + 1);
    }
  });

  it('stops at a client whose next position is taken, and continues with others', async () => {
    for (const clientId of CLIENTS) await record(archive, { n: 0 }, clientId);
    await archive.sealer.settle();
    await archive.sql.write(
      `INSERT INTO event (client_id, position, at, action, subject, salts, hash)
       SELECT e.client_id, 2, e.at, e.action, e.subject, e.salts, e.hash FROM event e WHERE e.client_id = ?`,
      [logBytes(DEMO.client)],
    );
    for (const clientId of CLIENTS) await record(archive, { n: 1 }, clientId);
    const sealed = await archive.sealing.seal(0);
    expect([sealed.events, [...sealed.halted]]).toEqual([1, [[DEMO.client, 'occupied']]]);
    expect(await numbers(DEMO.otherClient)).toEqual([0, 1]);
  });

  it('stops at a client with an event that cannot be read, and continues with others', async () => {
    for (const clientId of CLIENTS) await record(archive, { n: 0 }, clientId);
    await archive.sealer.settle();
    await archive.sql.write("UPDATE event SET kept = '{', subject = '{' WHERE client_id = ?", [logBytes(DEMO.client)]);
    const [row] = await archive.sql.rows<{ at: number }>('SELECT e.at FROM event e WHERE e.client_id = ?', [logBytes(DEMO.client)]);
    archive.clock.set(new Date(Number(row!.at)));
    for (const clientId of CLIENTS) await record(archive, { n: 1 }, clientId);
    const sealed = await archive.sealing.seal(0);
    expect([sealed.events, [...sealed.halted]]).toEqual([1, [[DEMO.client, 'damaged']]]);
    await expect(archive.events.after(DEMO.client, 0, 10)).rejects.toThrow(TrailDamaged);
    expect(await numbers(DEMO.otherClient)).toEqual([0, 1]);
    const scope = await scopeFor(archive, 'audit:view', actorOf('outro'));
    await archive.sql.write('DELETE FROM event WHERE position = 1 AND client_id = ?', [logBytes(DEMO.otherClient)]);
    await expect(archive.events.prove(scope, 1)).rejects.toThrow(TrailDamaged);
    await expect(archive.events.prove(scope, 2)).rejects.toThrow(TrailDamaged);
  });

  it('does not end as if all was sealed when others are always faster', async () => {
    await record(archive, { n: 0 });
    const losing = intercepted(archive, async (text, next) => (text.startsWith('DELETE') ? { affected: 0, insertedCode: 0 } : next()));
    await expect(sealingOver(archive, losing).seal(0)).rejects.toMatchObject({ code: 'BUSY' });
    expect(await archive.sealing.seal(0)).toMatchObject({ events: 1 });
  });
});

onEveryServer('sealing on a server', (implementation, server) =>
  describe(implementation, () => {
    let archive: Archive;
    let url: string;
    beforeAll(async () => {
      archive = await serverArchive(server)();
      ({ url } = archive.dataSource.options as { url: string });
    });
    afterAll(() => archive.close());
    const sealed = async () => (await archive.events.after(DEMO.client, 0, 10_000)).map(({ subject }) => Number(subject.n));

    it('does not wait for open transactions of writers or sealers, and seals a late commit later', async () => {
      // With 'DELETE … WHERE code IN (…)' MySQL scans for some lengths of the list, and waits for the rows of others.
      let n = 0;
      const late: number[] = [];
      for (const size of [1, 2, 5, 20, 100, 400]) {
        await archive.unitOfWork.run(async () => {
          for (let more = 0; more < size; more++) await record(archive, { n: n++ });
        });
        const writer = open(archive, archive.anotherTrail(), { n });
        late.push(n++);
        await writer.recorded;
        await record(archive, { n: n++ });
        expect(await archive.sealing.seal(0)).toMatchObject({ events: size + 1 });
        expect(await sealed()).not.toContain(late.at(-1));
        await writer.commit();
        expect(await archive.sealing.seal(0)).toMatchObject({ events: 1 });
      }
      const all = await sealed();
      expect(all).toHaveLength(n);
      expect(new Set(all).size).toBe(n);
    });

    it('is done by one process until its lease expires', async () => {
      const [one, two] = [archive.anotherTrail().sealing, archive.anotherTrail().sealing];
      expect([await one.lead(60_000), await two.lead(60_000), await one.lead(60_000)]).toEqual([true, false, true]);
      archive.moveDatabaseClock(61_000);
      expect([await two.lead(60_000), await one.lead(60_000)]).toEqual([true, false]);
    });

    it('counts events of a writer of which another process counts the first ones at the same moment', async () => {
      await archive.sealer.settle();
      await record(archive.anotherTrail(), { n: 0 });
      const other = await createConnection(url);
      let writer: Parameter = null;
      const racing = intercepted(archive, async (text, next, parameters) => {
        if (text.startsWith('INSERT INTO event_writer')) {
          writer = parameters[1]!;
          await other.query('INSERT INTO event_writer (client_id, writer, sealed, seen_at) VALUES (?, ?, 1, 0)', [parameters[0], writer]);
        }
        return next();
      });
      const { events, halted } = await sealingOver(archive, racing).seal(0);
      await other.end();
      expect([events, halted.size]).toEqual([1, 0]);
      const row = await archive.sql.first<{ sealed: number }>('SELECT w.sealed FROM event_writer w WHERE w.writer = ?', [writer]);
      expect(Number(row?.sealed)).toBe(2);
    });

    it('forgets what a requested pass has met in a process that does not seal', async () => {
      const [one, two] = [archive.anotherTrail(), archive.anotherTrail()];
      await archive.sql.write('DELETE FROM lease');
      expect(await one.sealing.lead(600_000)).toBe(true);
      const { head } = (await archive.sql.first<{ head: string }>('SELECT l.head FROM event_log l WHERE l.client_id = ?', [
        logBytes(DEMO.client),
      ]))!;
      const put = (text: string) => archive.sql.write('UPDATE event_log SET head = ? WHERE client_id = ?', [text, logBytes(DEMO.client)]);
      await put('x');
      await record(archive, { n: 0 });
      await two.sealer.settle();
      expect([...two.sealer.halted]).toEqual([[DEMO.client, 'head']]);
      await put(head);
      await two.sealer.look();
      expect(two.sealer.halted.size).toBe(0);
      await archive.sql.write('DELETE FROM lease');
      await archive.sealer.settle();
    });

    it.each([true, false])('serialises changes of one client at several nodes only where necessary: %s', async (guarded) => {
      await archive.sql.write('DELETE FROM client_guard');
      const trail = archive.anotherTrail(guarded);
      await record(trail, { n: -1 });
      const writer = open(archive, trail, { n: -2 });
      await writer.recorded;
      const other = await createConnection(url);
      const look = 'SELECT g.turns FROM client_guard g WHERE g.client_id = ? FOR UPDATE NOWAIT';
      const found = other.query(look, [logBytes(DEMO.client)]);
      // Locked on this node; between nodes the cluster refuses the second of two that write it.
      if (guarded) await expect(found).rejects.toMatchObject({ errno: expect.any(Number) });
      else expect((await found)[0]).toEqual([]);
      await writer.commit();
      await other.end();
      const turns = await archive.sql.rows<{ turns: number }>('SELECT g.turns FROM client_guard g WHERE g.client_id = ?', [
        logBytes(DEMO.client),
      ]);
      expect(turns.map((row) => Number(row.turns))).toEqual(guarded ? [2] : []);
      await archive.sealer.settle();
    });

    it.each(['before the answer', 'before the server', 'while the server is at it'] as const)(
      'seals once when the connection of the sealer is lost at COMMIT, %s',
      async (moment) => {
        const cutter = await CommitCutter.start(server, { cutsSealing: true });
        const through = await serverArchive(cutter.proxy.through(server))();
        try {
          for (let n = 0; n < 3; n++) await record(through, { n });
          cutter.cutNext(moment);
          await through.sealing.seal(0).catch(() => undefined);
          expect(cutter.cuts).toBe(1);
          expect(await through.verifyTrail.execute()).toMatchObject({ events: 3, broken: [], refused: 0 });
          expect(await through.sealing.backlog()).toMatchObject({ pending: 0, vanished: 0 });
        } finally {
          await through.close();
          await cutter.close();
        }
      },
    );
  }),
);
