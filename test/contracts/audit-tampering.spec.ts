import { logBytes } from '#infrastructure/typeorm/log-bytes';
import { Sql } from '#infrastructure/typeorm/sql';
import { TypeOrmUnitOfWork } from '#infrastructure/typeorm/typeorm-unit-of-work';
import { actorOf, DEMO } from '../builders/demo';
import { onEveryDatabase } from './support/implementations';
import {
  all,
  cut,
  edit,
  erase,
  eraseOriginOf,
  eraseRow,
  headForged,
  insert,
  logBack,
  move,
  record,
  recordAndSeal,
  rehash,
  run,
  sealAsAnother,
  shift,
  type Reason,
  type Scene,
  type Tampering,
} from './support/tamperings';
import type { Archive } from './support/typeorm-archive';

const EVENTS = 8;
const LONG = 2100;
const TABLES = ['event_outbox', 'event_log', 'event', 'event_node', 'event_refused', 'event_writer'];

const CASES: [string, Tampering, number, Reason][] = [
  ['another log', edit('client_id', `X'${'9'.repeat(32)}'`), 4, 'missing'],
  ['another moment', edit('at', 'at + 1'), 4, 'altered'],
  ['another user', edit('user_id', "'somebody'"), 4, 'altered'],
  ['no user', edit('user_id', 'NULL'), 4, 'altered'],
  ['another address', edit('address', "'127.0.0.1'"), 4, 'altered'],
  ['another request', edit('request_id', "'another'"), 4, 'altered'],
  ['another action', edit('action', "'document.delete'"), 4, 'altered'],
  ['another subject', edit('subject', '\'{"n":5}\''), 4, 'altered'],
  ['a subject that is none', edit('subject', "'{'"), 4, 'altered'],
  ['a subject that is written otherwise', edit('subject', '\'{"n":5,"n":3}\''), 4, 'altered'],
  ['files that it did not have', edit('files', "'[]'"), 4, 'altered'],
  ['another thing', edit('thing', "'document:x'"), 4, 'altered'],
  ['other salts', edit('salts', `'${'A'.repeat(48)}'`), 4, 'altered'],
  ['salts as if erased', edit('salts', `'${'.'.repeat(48)}'`), 4, 'altered'],
  ['another place', edit('position', '99'), 4, 'missing'],
  ['another hash', edit('hash', `'${'0'.repeat(43)}'`), 4, 'altered'],
  ['another user, hashed again', all(edit('user_id', "'somebody'"), rehash(4)), EVENTS, 'unlike'],
  ['one dropped in the middle', run('DELETE FROM event WHERE position = 4 AND client_id = ?'), 4, 'missing'],
  ['the first dropped', run('DELETE FROM event WHERE position = 1 AND client_id = ?'), 1, 'missing'],
  ['the last dropped', cut(7), 8, 'truncated'],
  ['all dropped', cut(0), 1, 'truncated'],
  ['two places swapped', all(move(3, 99), move(6, 3), move(99, 6)), 3, 'altered'],
  ['the log set back with the events', all(cut(5), logBack), 6, 'truncated'],
  ['the log set back with the events, and another head', all(cut(5), logBack, headForged), 6, 'truncated'],
  ['the size changed', run('UPDATE event_log SET size = 5 WHERE client_id = ?'), 9, 'truncated'],
  ['the frontier changed', run("UPDATE event_log SET frontier = 'x' WHERE client_id = ?"), 9, 'truncated'],
  ['the head changed', run("UPDATE event_log SET head = 'x' WHERE client_id = ?"), 9, 'truncated'],
  ['the head signed by another key', headForged, 9, 'truncated'],
  ['one added at the end', insert(9), 9, 'altered'],
  ['one added at the end that fits there', all(insert(9), rehash(9)), 9, 'altered'],
  ['one added at the end that fits there, with the log', all(insert(9), rehash(9), logBack), 9, 'altered'],
  ['one put in between', shift, 5, 'altered'],
  ['the last dropped, and another sealed', all(cut(7), recordAndSeal), 8, 'missing'],
  ['the log set back with the events, and another sealed', all(cut(5), logBack, recordAndSeal), 6, 'truncated'],
  [
    'the log set back with the events and another head, and another sealed',
    all(cut(5), logBack, headForged, recordAndSeal),
    6,
    'truncated',
  ],
  ['another user, as if the author was erased', eraseRow(4, 'author', "user_id = 'somebody'"), 4, 'altered'],
  ['another address, as if the origin was erased', eraseRow(4, 'origin', "address = '127.0.0.1', request_id = NULL"), 4, 'altered'],
  ['another request, as if the origin was erased', eraseRow(4, 'origin', "address = NULL, request_id = 'x'"), 4, 'altered'],
  ['other files, as if they were erased', eraseRow(4, 'files', "files = '[]'"), 4, 'altered'],
  ['no files, as if they were erased', eraseRow(4, 'files', 'files = NULL'), 4, 'altered'],
  ['no user, as if the author was erased', eraseRow(4, 'author', 'user_id = NULL'), 4, 'altered'],
  ['no address, as if the origin was erased', eraseRow(4, 'origin', 'address = NULL, request_id = NULL'), 4, 'altered'],
  [
    'no user of one event, where that of another was erased',
    all(erase('author', 5), recordAndSeal, eraseRow(4, 'author', 'user_id = NULL')),
    4,
    'altered',
  ],
  ['no address of an event whose author was erased', all(erase('author', 4), eraseOriginOf(4)), 4, 'altered'],
  ['one added at the end, and another sealed', all(insert(9), recordAndSeal), 9, 'altered'],
];

const vanish = all(cut(0), run('DELETE FROM event_log WHERE client_id = ?'));

/** Nothing in the database can tell: what is left fits together. A process that sealed before would, and so it is another one. */
const UNSEEN: [string, Tampering, number, Reason][] = [
  ['all of a log deleted', vanish, 1, 'truncated'],
  ['a log begun anew', all(vanish, sealAsAnother), 2, 'truncated'],
  ['a log begun anew that is longer by now', all(vanish, ...Array.from({ length: EVENTS + 1 }, () => sealAsAnother)), EVENTS, 'unlike'],
];

/** Writers to the database cannot change the trail unnoticed. */
onEveryDatabase('a tampered trail', (implementation, open) =>
  describe(implementation, () => {
    let archive: Archive;
    let scene: Scene;
    beforeAll(async () => {
      archive = await open();
    });
    afterAll(() => archive.close());
    beforeEach(async () => {
      // Not the archive's own: these are statements that the service never makes.
      scene = { raw: new Sql(archive.dataSource, new TypeOrmUnitOfWork(archive.dataSource)), trail: archive.anotherTrail() };
      for (const table of TABLES) await scene.raw.write(`DELETE FROM ${table}`);
      await recordMany(0, EVENTS);
      await scene.trail.audit.record(actorOf('outro'), DEMO.otherClient, 'document.create', {});
      await scene.trail.sealer.settle();
    });

    const recordMany = (from: number, to: number) =>
      archive.unitOfWork.run(async () => {
        for (let n = from; n < to; n++) await scene.trail.audit.record(actorOf('demo'), DEMO.client, 'document.create', { n });
      });
    const verify = () => scene.trail.verifyTrail.execute();

    it('reports nothing before', async () => {
      expect(await verify()).toMatchObject({ events: EVENTS + 1, broken: [], refused: 0 });
    });

    it.each(CASES)('reports the first invalid event after %s', async (_, tamper, position, reason) => {
      await tamper(scene);
      const { broken } = await verify();
      expect(broken.filter(({ clientId }) => !clientId.startsWith('9999'))).toEqual([{ clientId: DEMO.client, position, reason }]);
    });

    it('accepts erasures that the log tells of, sealed or pending', async () => {
      await all(erase('author', 3), erase('origin', 4), erase('origin', 5))(scene);
      expect((await verify()).broken).toEqual([]);
      await erase('author', 6)(scene);
      expect((await scene.trail.verification.verify([], () => undefined)).broken).toEqual([]);
      expect((await scene.trail.sealing.backlog()).pending).toBe(1);
    });

    it('stops sealing the log of a client after tampering, and continues with other clients', async () => {
      await all(cut(5), logBack, headForged)(scene);
      await record(scene);
      await scene.trail.audit.record(actorOf('outro'), DEMO.otherClient, 'document.create', {});
      const sealed = await scene.trail.sealing.seal(0);
      expect([sealed.events, [...sealed.halted]]).toEqual([1, [[DEMO.client, 'head']]]);
      expect((await scene.trail.sealing.backlog()).pending).toBe(1);
    });

    it('reports a log whose row is missing', async () => {
      await run('DELETE FROM event_log WHERE client_id = ?')(scene);
      expect((await verify()).broken).toEqual([{ clientId: DEMO.client, position: 0, reason: 'truncated' }]);
    });

    it.each(UNSEEN)('requires an earlier signed head to detect %s', async (_, tamper, position, reason) => {
      const { ends } = await verify();
      scene.trail = archive.anotherTrail();
      await tamper(scene);
      expect((await verify()).broken).toEqual([]);
      expect((await scene.trail.verifyTrail.execute(ends)).broken).toEqual([{ clientId: DEMO.client, position, reason }]);
    });

    it('detects a restored older copy with its log: at once where it was sealed, by its signed head elsewhere', async () => {
      const { size, frontier, head } = (await scene.raw.first<Record<'size' | 'frontier' | 'head', string | number>>(
        'SELECT l.* FROM event_log l WHERE l.client_id = ?',
        [logBytes(DEMO.client)],
      ))!;
      await all(record, record, record)(scene);
      const { ends } = await verify();
      await cut(EVENTS)(scene);
      await run('UPDATE event_log SET size = ?, frontier = ?, head = ? WHERE client_id = ?', size, frontier, head)(scene);
      await record(scene);
      expect([...(await scene.trail.sealing.seal(0)).halted]).toEqual([[DEMO.client, 'set back']]);
      expect((await verify()).broken).toEqual([{ clientId: DEMO.client, position: EVENTS + 1, reason: 'truncated' }]);
      const { broken } = await archive.anotherTrail().verification.verify(ends, () => undefined);
      expect(broken).toEqual([{ clientId: DEMO.client, position: EVENTS + 1, reason: 'truncated' }]);
    });

    it(`verifies ${LONG} events, and reports a part whose hashes were recalculated`, async () => {
      await recordMany(EVENTS, LONG);
      expect(await verify()).toMatchObject({ events: LONG + 1, broken: [] });
      await run('UPDATE event SET at = at + 1 WHERE position = ? AND client_id = ?', LONG - 50)(scene);
      expect((await verify()).broken).toEqual([{ clientId: DEMO.client, position: LONG - 50, reason: 'altered' }]);
      await run('UPDATE event SET at = at - 1 WHERE position = ? AND client_id = ?', LONG - 50)(scene);
      await run('UPDATE event SET at = at + 1 WHERE position = ? AND client_id = ?', 300)(scene);
      await rehash(300)(scene);
      expect((await verify()).broken).toEqual([{ clientId: DEMO.client, position: 512, reason: 'unlike' }]);
    });

    describe('pending', () => {
      const pending = () => scene.raw.first<Record<string, string | number>>('SELECT p.* FROM event_outbox p ORDER BY p.code DESC LIMIT 1');
      const add = ({ code: _, ...row }: Record<string, string | number>) =>
        scene.raw.insert('event_outbox', Object.keys(row), [Object.values(row)]);
      const refused = async () =>
        (await scene.raw.rows<{ reason: string }>('SELECT r.reason FROM event_refused r ORDER BY r.code')).map(({ reason }) => reason);
      const sealed = async () => (await verify()).events - 1;

      it.each(['client_id', 'user_id', 'address', 'request_id', 'action', 'subject', 'salts', 'writer', 'mac'])(
        'refuses an event with another %s, and seals the others',
        async (column) => {
          await record(scene);
          await scene.raw.write(`UPDATE event_outbox SET ${column} = 'x'`);
          await record(scene);
          expect(await verify()).toMatchObject({ events: EVENTS + 2, broken: [], refused: 1 });
          expect(await refused()).toEqual(['mac']);
          expect((await scene.trail.sealing.backlog()).pending).toBe(0);
        },
      );

      it('refuses a forged event', async () => {
        await record(scene);
        await add({ ...(await pending())!, user_id: 'somebody' });
        expect([await sealed(), await refused()]).toEqual([EVENTS + 1, ['mac']]);
      });

      it('seals a duplicated event once, immediately and later', async () => {
        await record(scene);
        const row = (await pending())!;
        await add(row);
        expect([await sealed(), await refused()]).toEqual([EVENTS + 1, ['copy']]);
        await add(row);
        expect([await sealed(), await refused()]).toEqual([EVENTS + 1, ['copy', 'copy']]);
      });

      it('is reported as missing by the process that wrote it after a deletion', async () => {
        await all(record, record)(scene);
        expect((await scene.trail.sealing.backlog()).vanished).toBe(0);
        await scene.raw.write('DELETE FROM event_outbox WHERE code = ?', [(await pending())!.code!]);
        await scene.trail.sealer.settle();
        expect((await scene.trail.sealing.backlog()).vanished).toBe(1);
      });
    });
  }),
);
