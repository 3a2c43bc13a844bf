import { createHash } from 'node:crypto';
import type { ChainBreak } from '#application/ports/audit-trail';
import { Sql } from '#infrastructure/typeorm/sql';
import { TypeOrmUnitOfWork } from '#infrastructure/typeorm/typeorm-unit-of-work';
import { actorOf, DEMO } from '../builders/demo';
import { onEveryServer } from './support/implementations';
import { serverArchive, sqliteArchive, type Archive } from './support/typeorm-archive';

const EVENTS = 8;
const LONG = 2100;
type Reason = ChainBreak['reason'];
type Tampering = (archive: Archive & { raw: Sql }) => Promise<unknown>;

const own = 'client_id = ?';
const run = (sql: string, ...more: (string | number)[]): Tampering => {
  return ({ raw }) => raw.write(sql, [...more, DEMO.client]);
};
const headBack = (to: number): Tampering =>
  run(
    `UPDATE audit_head SET sequence = ${to}, hash = (SELECT e.hash FROM audit_event e WHERE e.client_id = audit_head.client_id AND e.sequence = ${to})
     WHERE ${own}`,
  );
const cut = (after: number): Tampering => run(`DELETE FROM audit_event WHERE sequence > ? AND ${own}`, after);
const all =
  (...steps: Tampering[]): Tampering =>
  async (archive) => {
    for (const step of steps) await step(archive);
  };
const edit = (column: string, expression: string): Tampering =>
  run(`UPDATE audit_event SET ${column} = ${expression} WHERE sequence = 4 AND ${own}`);
const record = (archive: Archive, subject = {}) => archive.audit.record(actorOf('demo'), DEMO.client, 'document.create', subject);

/** Exchanges columns of two rows by way of an unused row. */
const swapContents: Tampering = async ({ raw }) => {
  const columns = ['at', 'user_id', 'address', 'request_id', 'action', 'subject', 'hash'];
  const rows = await raw.rows<Record<string, string | number>>(
    `SELECT e.* FROM audit_event e WHERE e.client_id = ? AND e.sequence IN (3, 6) ORDER BY e.sequence`,
    [DEMO.client],
  );
  const sets = columns.map((column) => `${column} = ?`).join(', ');
  for (const [from, to] of [
    [rows[0]!, 6],
    [rows[1]!, 3],
  ] as const) {
    const values = columns.map((column) => from[column]!);
    await raw.write(`UPDATE audit_event SET ${sets} WHERE client_id = ? AND sequence = ?`, [...values, DEMO.client, to]);
  }
};

const move = (from: number, to: number) => run(`UPDATE audit_event SET sequence = ${to} WHERE sequence = ${from} AND ${own}`);

/** A row like the others, with a hash without a key. */
const insert =
  (sequence: number): Tampering =>
  async ({ raw }) => {
    const hash = createHash('sha256').update(String(sequence)).digest('hex');
    await raw.write(
      `INSERT INTO audit_event (client_id, at, user_id, address, request_id, action, subject, sequence, hash)
       SELECT e.client_id, e.at, e.user_id, e.address, e.request_id, e.action, e.subject, ?, ? FROM audit_event e
       WHERE e.sequence = 2 AND e.client_id = ?`,
      [sequence, hash, DEMO.client],
    );
  };

const shift: Tampering = all(...[8, 7, 6, 5].map((sequence) => move(sequence, sequence + 1)), insert(5));

const CASES: [string, Tampering, number, Reason][] = [
  ['another client', edit('client_id', "'somebody else'"), 4, 'missing'],
  ['another moment', edit('at', 'at + 1'), 4, 'altered'],
  ['another user', edit('user_id', "'somebody'"), 4, 'altered'],
  ['another address', edit('address', "'127.0.0.1'"), 4, 'altered'],
  ['another request', edit('request_id', "'another'"), 4, 'altered'],
  ['another action', edit('action', "'document.delete'"), 4, 'altered'],
  ['another subject', edit('subject', '\'{"n":5}\''), 4, 'altered'],
  ['a subject that is none', edit('subject', "'{'"), 4, 'altered'],
  ['a subject that is written otherwise', edit('subject', '\'{"n":5,"n":3}\''), 4, 'altered'],
  ['another place', edit('sequence', '99'), 4, 'missing'],
  ['another hash', edit('hash', "'0000000000000000000000000000000000000000000000000000000000000000'"), 4, 'altered'],
  ['another code, which moves it in the pages', edit('code', 'code + 1000000'), 5, 'altered'],
  ['one dropped in the middle', run(`DELETE FROM audit_event WHERE sequence = 4 AND ${own}`), 4, 'missing'],
  ['the first dropped', run(`DELETE FROM audit_event WHERE sequence = 1 AND ${own}`), 1, 'missing'],
  ['the last dropped', cut(7), 8, 'truncated'],
  ['all dropped', cut(0), 1, 'truncated'],
  ["two rows' contents swapped", swapContents, 3, 'altered'],
  ['two places swapped', all(move(3, 99), move(6, 3), move(99, 6)), 3, 'altered'],
  ['the head deleted', run(`DELETE FROM audit_head WHERE ${own}`), 0, 'truncated'],
  ['the head set back with the events', all(cut(5), headBack(5)), 6, 'truncated'],
  ['the head set back alone', headBack(5), 9, 'truncated'],
  ['the head forward', run(`UPDATE audit_head SET sequence = 9 WHERE ${own}`), 9, 'truncated'],
  ["the head's hash changed", run(`UPDATE audit_head SET hash = 'x' WHERE ${own}`), 9, 'truncated'],
  ["the head's seal changed", run(`UPDATE audit_head SET seal = 'x' WHERE ${own}`), 9, 'truncated'],
  ['one added at the end', insert(9), 9, 'altered'],
  ['one put in between', shift, 5, 'altered'],
  ['the last dropped, and another recorded', all(cut(7), record), 8, 'missing'],
  ['the head set back with the events, and another recorded', all(cut(5), headBack(5), record), 6, 'altered'],
];

const vanish = all(cut(0), run(`DELETE FROM audit_head WHERE ${own}`));

/** Nothing in the database can tell: what is left fits together. */
const UNSEEN: [string, Tampering, number, Reason][] = [
  ['all of a chain deleted', vanish, 1, 'truncated'],
  ['a chain begun anew', all(vanish, record), 2, 'truncated'],
  ['a chain begun anew that is longer by now', all(vanish, ...Array.from({ length: EVENTS + 1 }, () => record)), EVENTS, 'altered'],
];

/** Writers to the database cannot change the trail unnoticed. */
function tampering(implementation: string, open: () => Promise<Archive>): void {
  describe(implementation, () => {
    let archive: Archive & { raw: Sql };
    beforeAll(async () => {
      const opened = await open();
      // Not the archive's own: these are statements that the service never makes.
      archive = { ...opened, raw: new Sql(opened.dataSource, new TypeOrmUnitOfWork(opened.dataSource)) };
    });
    afterAll(() => archive.close());
    beforeEach(async () => {
      for (const table of ['audit_event', 'audit_head']) await archive.raw.write(`DELETE FROM ${table}`);
      await archive.unitOfWork.run(async () => {
        for (let n = 0; n < EVENTS; n++) await record(archive, { n });
      });
      await archive.audit.record(actorOf('outro'), DEMO.otherClient, 'document.create', {});
    });

    it('says nothing before', async () => {
      expect(await archive.audit.verify()).toEqual({ events: EVENTS + 1, broken: [] });
    });

    it.each(CASES)('names the first bad event after %s', async (_, tamper, sequence, reason) => {
      await tamper(archive);
      const { broken } = await archive.audit.verify();
      expect(broken.filter(({ clientId }) => clientId !== 'somebody else')).toEqual([{ clientId: DEMO.client, sequence, reason }]);
    });

    it.each(UNSEEN)('needs an end of a former day to notice %s', async (_, tamper, sequence, reason) => {
      const ends = await archive.audit.ends();
      await tamper(archive);
      expect((await archive.audit.verify()).broken).toEqual([]);
      expect(await archive.audit.brokenSince(ends)).toEqual([{ clientId: DEMO.client, sequence, reason }]);
    });

    it('notices an older copy that was put back with its head', async () => {
      const head = await archive.raw.first<Record<string, string | number>>('SELECT h.* FROM audit_head h WHERE h.client_id = ?', [
        DEMO.client,
      ]);
      for (let n = 0; n < 2; n++) await record(archive);
      const ends = await archive.audit.ends();
      await cut(EVENTS)(archive);
      const { sequence, hash, seal } = head!;
      await run('UPDATE audit_head SET sequence = ?, hash = ?, seal = ? WHERE client_id = ?', sequence!, hash!, seal!)(archive);
      expect((await archive.audit.verify()).broken).toEqual([]);
      expect(await archive.audit.brokenSince(ends)).toEqual([{ clientId: DEMO.client, sequence: EVENTS + 1, reason: 'truncated' }]);
    });

    it(`follows ${LONG} events`, async () => {
      await archive.unitOfWork.run(async () => {
        for (let n = EVENTS; n < LONG; n++) await record(archive, { n });
      });
      expect(await archive.audit.verify()).toEqual({ events: LONG + 1, broken: [] });
      await run(`UPDATE audit_event SET at = at + 1 WHERE sequence = ? AND ${own}`, LONG - 50)(archive);
      expect((await archive.audit.verify()).broken).toEqual([{ clientId: DEMO.client, sequence: LONG - 50, reason: 'altered' }]);
    });
  });
}

tampering('a tampered trail on SQLite', sqliteArchive);
onEveryServer('a tampered trail', (implementation, server) => tampering(implementation, serverArchive(server)));
