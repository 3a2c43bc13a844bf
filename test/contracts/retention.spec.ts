import { newId, newObjectKey } from '#application/support/ids';
import { Purger } from '#application/files/purger';
import { Sweeper } from '#application/files/sweeper';
import { EventEraser } from '#application/audit/event-eraser';
import { Housekeeping } from '#application/retention/housekeeping';
import { PAUSE_MS, Retention, STEP_MS } from '#application/retention/retention';
import type { Settings } from '#application/support/settings';
import { aSession, lifetimes } from '../builders/a-session';
import { DEMO, DEMO_HASH } from '../builders/demo';
import { InMemoryFileStorage } from '../fakes/in-memory-file-storage';
import { KeptDiagnostics } from '../fakes/small-fakes';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** What is removed for its age, and a clock that jumps. */
describeContract('Retention', { perTest: true }, (archive) => {
  let diagnostics: KeptDiagnostics;
  let retention: Retention;
  beforeEach(async () => {
    diagnostics = new KeptDiagnostics();
    retention = new Retention(archive.retentionMark, diagnostics);
  });

  const jump = (ms: number) => archive.moveDatabaseClock(ms);
  const tidy = async () => {
    const { calls, sessions, rateWindows, webhookQueue, sealing, erasure, events, audit, unitOfWork, documentCounts } = archive;
    const purger = new Purger(
      archive.purge,
      archive.journal,
      audit,
      unitOfWork,
      retention,
      { deletedRetentionDays: 0 } as Settings,
      diagnostics,
    );
    await new Sweeper(archive.journal, new InMemoryFileStorage(), retention, purger).sweep();
    const eraser = new EventEraser(erasure, events, audit, unitOfWork, { auditOriginDays: 0 } as Settings);
    return new Housekeeping(calls, sessions, rateWindows, webhookQueue, sealing, eraser, retention, documentCounts).tidy();
  };
  /** A session that can be renewed, an answer and an object that are kept: each for so many days. */
  const kept = async (days: number) => {
    const session = aSession();
    await archive.sessions.open(session, lifetimes({ refreshMs: days * DAY, sessionMs: YEAR }), DEMO_HASH);
    const call = { clientId: DEMO.client, userId: newId(), key: newId(), digest: 'same' };
    await archive.calls.claim(call, newId(), days * DAY, days * DAY);
    const key = newObjectKey();
    await archive.journal.condemn(DEMO.client, [key], days * DAY, 'test');
    return async () => [
      (await archive.sessions.find(session.id)) !== null,
      !(await archive.unitOfWork.run(async () => archive.calls.renew(call, newId(), 0, 0))),
      (await archive.journal.dueForDeletion(new Date((await archive.databaseNow()).getTime() + 10 * YEAR), 1000))
        .get(DEMO.client)
        ?.includes(key) ?? false,
    ];
  };

  it('follows the clock after a gap of up to a day', async () => {
    for (const ms of [0, 10 * 60_000, HOUR, DAY - HOUR, 5 * HOUR]) {
      jump(ms);
      expect((await archive.databaseNow()).getTime() - (await retention.dueBefore()).getTime()).toBeLessThan(HOUR);
    }
    expect(diagnostics.problems).toEqual([]);
  });

  it('removes nothing after a clock jump of a year, and reports it', async () => {
    await tidy();
    const left = await kept(14);
    jump(YEAR);
    for (let time = 0; time < 20; time++) expect(await tidy()).toMatchObject({ sessions: 0, answers: 0 });
    expect(await left()).toEqual([true, true, true]);
    expect(diagnostics.problems.map(({ where }) => where)).toEqual(['retention']);
  });

  it('accepts one day at a time, with a pause in between', async () => {
    const start = (await retention.dueBefore()).getTime();
    const steps = async () => ((await retention.dueBefore()).getTime() - start) / STEP_MS;
    jump(YEAR);
    expect([await steps(), await steps()]).toEqual([1, 1]);
    jump(PAUSE_MS - HOUR);
    expect(await steps()).toBe(1);
    jump(HOUR);
    expect([await steps(), await steps()]).toEqual([2, 2]);
  });

  it('finally removes due objects after a long pause', async () => {
    await retention.dueBefore();
    const left = await kept(2);
    jump(5 * DAY);
    for (let time = 0; time < 10; time++, jump(PAUSE_MS)) await tidy();
    expect((await left())[0]).toBe(false);
    expect((await left())[2]).toBe(false);
  });

  it('follows a clock that is set back', async () => {
    const start = (await retention.dueBefore()).getTime();
    jump(YEAR);
    await retention.dueBefore();
    jump(-YEAR);
    expect((await retention.dueBefore()).getTime() - start).toBeLessThan(HOUR);
    jump(-YEAR);
    expect((await retention.dueBefore()).getTime()).toBeLessThan(start);
    jump(2 * YEAR);
    expect((await retention.dueBefore()).getTime()).toBeLessThan(start);
  });

  it('moves one step for concurrent processes', async () => {
    const start = (await retention.dueBefore()).getTime();
    jump(YEAR);
    const answers = await atOnce(16, () => retention.dueBefore());
    for (const answer of answers) expect([start, start + STEP_MS]).toContain(answer.getTime());
    expect((await retention.dueBefore()).getTime()).toBe(start + STEP_MS);
  });
});
