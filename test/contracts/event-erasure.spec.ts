import { EraseEvents } from '#application/audit/erase-events.use-case';
import { BillOpen, OpenBills } from '#application/audit/open-bills';
import { EventEraser } from '#application/audit/event-eraser';
import type { BillingLedger } from '#application/ports/billing';
import type { Erasure } from '#application/ports/audit-trail';
import type { Settings } from '#application/support/settings';
import { TimeZone } from '#application/support/time-zone';
import { NOBODY_ID, type Author } from '#domain/access/actor';
import type { AuditAction } from '#domain/audit/audit-event';
import { verifyInclusion, parseCheckpoint, openNote, noteVerifier } from '#libs/merkle-log';
import { saltedOf, type SaltedRow } from '#infrastructure/typeorm/events/event-row';
import { logBytes } from '#infrastructure/typeorm/log-bytes';
import { DEMO, scopeOf, userId } from '../builders/demo';
import { describeContract } from './support/implementations';
import type { Archive } from './support/typeorm-archive';

const DAY = 86_400_000;
const [DEMO_ADDRESS, OTHER_ADDRESS] = ['203.0.113.77', '198.51.100.12'];
const author = (login: 'demo' | 'outro', address: string): Author => ({
  userId: userId(login),
  origin: { address, requestId: `call of ${address}` },
});
const RUN: Author = { userId: NOBODY_ID, origin: { address: 'cli', requestId: 'audit-erase:1' } };
const EVENTS = 450;

const eraserOf = ({ erasure, events, audit, unitOfWork }: Archive, auditOriginDays = 0) =>
  new EventEraser(erasure, events, audit, unitOfWork, { auditOriginDays } as Settings);

describeContract('EventErasure', { perTest: true }, (archive) => {
  const record = async (who: Author, count: number, action: AuditAction = 'document.create') => {
    const at = archive.clock.now();
    const events = Array.from({ length: count }, (_, n) => ({
      author: who,
      at,
      action,
      subject: { n },
      files: [{ id: `f${n}`, sha256: 'ab', bytes: n }],
    }));
    await archive.audit.recordAll(DEMO.client, events);
    await archive.sealer.settle();
  };
  const erase = (erasure: Omit<Erasure, 'clientId'>) => eraserOf(archive).erase(RUN, { clientId: DEMO.client, ...erasure }, 'request');
  const text = async () => JSON.stringify(await archive.sql.rows('SELECT e.* FROM event e'));
  const scope = () => scopeOf(archive, 'demo');
  const prove = async (position: number) => {
    const proof = (await archive.events.prove(await scope(), position))!;
    const { size, root } = parseCheckpoint(openNote(proof.checkpoint, [noteVerifier(archive.seals.verifierKey)]).text);
    return { ...proof, root, isValid: verifyInclusion({ leaf: proof.leaf, index: position - 1, size, root, proof: proof.hashes }) };
  };
  const broken = async () => {
    await archive.sealer.settle();
    return archive.verification.verify([], () => undefined);
  };

  it('keeps every proof, head and verification, and no erased byte', async () => {
    await record(author('demo', DEMO_ADDRESS), EVENTS);
    await record(author('outro', OTHER_ADDRESS), 3);
    const before = await Promise.all([1, 7, 200, 201, EVENTS].map(prove));
    const { ends } = await broken();
    const [, , , third] = await archive.events.after(DEMO.client, 0, 4);

    expect(await erase({ group: 'origin', userId: userId('demo') })).toBe(EVENTS);
    expect(await text()).not.toContain(DEMO_ADDRESS);
    expect(await text()).toContain(OTHER_ADDRESS);
    expect((await archive.events.at(await scope(), 4))!).toEqual({ ...third, address: null, requestId: null });

    expect(await erase({ group: 'author', userId: userId('demo') })).toBe(EVENTS);
    expect(await text()).not.toContain(userId('demo'));
    expect((await archive.events.at(await scope(), 4))!).toEqual({ ...third, userId: null, address: null, requestId: null });

    const after = await Promise.all([1, 7, 200, 201, EVENTS].map(prove));
    expect(after.map(({ isValid, leaf }) => [isValid, leaf])).toEqual(before.map(({ leaf }) => [true, leaf]));
    expect(before.every(({ isValid }) => isValid)).toBe(true);
    expect(await archive.verification.verify(ends, () => undefined)).toMatchObject({ broken: [], refused: 0 });
  });

  it('records an event for each batch, and erases nothing twice', async () => {
    await record(author('demo', DEMO_ADDRESS), EVENTS);
    await erase({ group: 'origin' });
    expect(await erase({ group: 'origin' })).toBe(0);
    await archive.sealer.settle();
    const told = (await archive.events.after(DEMO.client, EVENTS, 10)).map(({ action, subject }) => [action, subject]);
    expect(told).toEqual([
      ['event.anonymize', { group: 'origin', events: 200, from: 1, upTo: 200, why: 'request' }],
      ['event.anonymize', { group: 'origin', events: 200, from: 201, upTo: 400, why: 'request' }],
      ['event.anonymize', { group: 'origin', events: 50, from: 401, upTo: EVENTS, why: 'request' }],
    ]);
  });

  it('detects a restored copy of an erased event', async () => {
    await record(author('demo', DEMO_ADDRESS), 1);
    const [row] = await archive.sql.rows<Record<string, string>>('SELECT e.* FROM event e');
    await erase({ group: 'origin' });
    const pending = {
      client_id: logBytes(DEMO.client),
      at: Number(row!.at),
      user_id: row!.user_id!,
      address: row!.address!,
      request_id: row!.request_id!,
      action: row!.action!,
      subject: row!.subject!,
      files: row!.files!,
      salts: row!.salts!,
      writer: 'w',
    };
    const mac = archive.seals.mac({
      clientId: DEMO.client,
      at: Number(row!.at),
      userId: pending.user_id,
      address: pending.address,
      requestId: pending.request_id,
      action: pending.action,
      subject: pending.subject,
      files: pending.files,
      salts: pending.salts,
      writer: 'w',
    });
    await archive.sql.insert('event_outbox', [...Object.keys(pending), 'mac'], [[...Object.values(pending), mac]]);
    expect(await archive.sealing.seal(0)).toMatchObject({ refused: 1 });
  });

  it('is detected when a value and its commitment were changed instead', async () => {
    await record(author('demo', DEMO_ADDRESS), 3);
    await erase({ group: 'author' });
    await archive.sql.write(`UPDATE event SET kept = REPLACE(kept, '"author":"', '"author":"x') WHERE position = 2 AND client_id = ?`, [
      logBytes(DEMO.client),
    ]);
    expect((await broken()).broken).toEqual([{ clientId: DEMO.client, position: 2, reason: 'altered' }]);
  });

  it('detects, in threads as in one, more erased events than the log tells of', async () => {
    await record(author('demo', DEMO_ADDRESS), 300);
    await record(author('outro', OTHER_ADDRESS), 1);
    await record(author('demo', DEMO_ADDRESS), 300);
    await erase({ group: 'author', userId: userId('demo') });
    expect((await broken()).broken).toEqual([]);
    const row = (await archive.sql.first<SaltedRow>('SELECT e.* FROM event e WHERE e.position = 301'))!;
    const { salts, kept } = archive.seals.without(saltedOf(row), 'author');
    await archive.sql.write('UPDATE event SET user_id = NULL, salts = ?, kept = ? WHERE position = 301 AND client_id = ?', [
      salts,
      kept,
      logBytes(DEMO.client),
    ]);
    for (const threads of [1, 2]) {
      const found = await archive.verification.verify([], () => undefined, threads);
      expect(found.broken).toEqual([{ clientId: DEMO.client, position: 1, reason: 'altered' }]);
    }
  });

  it('two concurrent erasures of the same events erase both groups and keep all valid', async () => {
    await record(author('demo', DEMO_ADDRESS), 300);
    await Promise.all([erase({ group: 'author' }), erase({ group: 'origin' }), erase({ group: 'origin' })]);
    const left = await text();
    expect([left.includes(DEMO_ADDRESS), left.includes(userId('demo'))]).toEqual([false, false]);
    expect(await broken()).toMatchObject({ broken: [], refused: 0 });
  });

  it('erases old addresses once a day, and records no endless events about it', async () => {
    const eraser = eraserOf(archive, 30);
    const start = archive.clock.now().getTime();
    await record(author('demo', DEMO_ADDRESS), 3);
    archive.clock.set(new Date(start + 20 * DAY));
    await record(author('outro', OTHER_ADDRESS), 2);
    const forgetAt = async (days: number) => {
      archive.clock.set(new Date(start + days * DAY));
      const events = await eraser.forgetOrigins(archive.clock.now());
      await archive.sealer.settle();
      return events;
    };
    expect(await forgetAt(29)).toBe(0);
    expect(await forgetAt(32)).toBe(3);
    expect(await text()).not.toContain(DEMO_ADDRESS);
    expect(await forgetAt(32.1)).toBe(0);
    expect(await forgetAt(52)).toBe(2);
    expect(await text()).not.toContain(OTHER_ADDRESS);
    // Those events about erasures are old as well by now.
    expect(await forgetAt(200)).toBe(0);
    expect((await archive.events.after(DEMO.client, 5, 10)).map(({ subject }) => subject.why)).toEqual(['age', 'age']);
    expect(await broken()).toMatchObject({ broken: [], refused: 0 });
  });

  describe('of authors whom an open bill counts', () => {
    const services = [{ kind: 'active-users', startsOn: null, endsOn: null }];
    const contract = { clientId: DEMO.client, number: 'C-1', startsOn: null, endsOn: null, services };
    const span = { from: new Date('2026-06-01T03:00:00Z'), until: new Date('2026-07-01T03:00:00Z') };
    const users = async () =>
      (await archive.metering.measure('active-users', { clientId: DEMO.client, unitId: DEMO.unit }, span)).toString();
    const erasing = (bill: string | null = null) => {
      const ledger = { contracts: async () => [contract], billOf: async () => bill } as unknown as BillingLedger;
      const bills = new OpenBills(ledger, new TimeZone('America/Sao_Paulo'));
      return new EraseEvents(eraserOf(archive), archive.erasure, bills, archive.operatorAccounts, archive.clock, archive.sealer);
    };
    const of = (login: 'demo' | 'outro') => ({ clientId: DEMO.client, group: 'author', userId: userId(login) }) as const;
    beforeEach(async () => {
      archive.clock.set(new Date('2026-06-15T12:00:00Z'));
      await record(author('demo', DEMO_ADDRESS), EVENTS);
      await record(author('outro', OTHER_ADDRESS), 2);
      await record(author('outro', OTHER_ADDRESS), 1, 'file.read');
    });

    it('keeps their number, once the month is over', async () => {
      archive.clock.set(new Date('2026-07-01T03:59:00Z'));
      await expect(erasing().execute(RUN, of('demo'))).rejects.toThrow(BillOpen);
      expect(await erasing('closed').execute(RUN, of('outro'))).toBe(3);
      // The bill is closed: nobody counts them again.
      expect(await users()).toBe('1');
      archive.clock.set(new Date('2026-07-01T04:00:00Z'));
      expect(await erasing().execute(RUN, of('demo'))).toBe(EVENTS);
      expect(await users()).toBe('1');
      expect(await text()).not.toContain(userId('demo'));
      expect(await broken()).toMatchObject({ broken: [], refused: 0 });
    });

    it('keeps the number at once of who is gone', async () => {
      expect(await users()).toBe('2');
      await archive.unitOfWork.run(() => archive.operatorAccounts.erase(userId('outro')));
      expect(await erasing().execute(RUN, of('outro'))).toBe(3);
      expect(await users()).toBe('2');
      await expect(erasing().execute(RUN, of('demo'))).rejects.toThrow(BillOpen);
    });
  });
});
