import { newObjectKey } from '#application/support/ids';
import type { Scope } from '#domain/access/scope';
import { addDocument, aDocument, aFile } from '../builders/a-document';
import { aWorkflow } from '../builders/a-workflow';
import { DEMO, scopeOf } from '../builders/demo';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';

const HOUR = 3_600_000;
const MANY = 10_000;

/** The list of objects that may be deleted. */
describeContract('ObjectJournal', (archive) => {
  let scope: Scope;
  beforeAll(async () => {
    scope = await scopeOf(archive);
  });
  afterEach(() => jest.useRealTimers());

  it('forgets staged keys after a restore, and no condemned ones', async () => {
    const [one] = keys(1);
    await archive.unitOfWork.run(() => archive.journal.condemn(scope.clientId, [one as string], 0, 'deleted'));
    const all = await staged(3);
    expect(await archive.journal.forgetStaged()).toBeGreaterThanOrEqual(3);
    expect(await claim(all)).toBe(false);
    expect(await doomed([one as string])).toEqual([one]);
  });

  it('takes condemned keys back before they are due, and not afterwards', async () => {
    const [one, two, three] = keys(3) as [string, string, string];
    await archive.unitOfWork.run(() => archive.journal.condemn(scope.clientId, [one, two], HOUR, 'deleted'));
    await archive.unitOfWork.run(() => archive.journal.condemn(scope.clientId, [three], 0, 'deleted'));
    const reprieve = (all: readonly string[]) => archive.unitOfWork.run(() => archive.journal.reprieve(scope.clientId, all));
    expect([await reprieve([one]), await reprieve([one]), await reprieve([three]), await reprieve([])]).toEqual([true, false, false, true]);
    expect(await doomed([one, two, three])).toEqual([three]);
  });

  const keys = (count: number) => Array.from({ length: count }, newObjectKey);
  const staged = async (count: number, leaseMs = HOUR) => {
    const all = keys(count);
    await archive.journal.stage(scope.clientId, all, leaseMs);
    return all;
  };
  const claim = (claimed: readonly string[]) => archive.unitOfWork.run(() => archive.journal.claim(scope.clientId, claimed));
  const condemnAbandoned = async (limit: number) => archive.journal.condemnAbandoned(await archive.databaseNow(), limit);
  const dueForDeletion = async (limit: number) =>
    [...(await archive.journal.dueForDeletion(await archive.databaseNow(), limit))].flatMap(([clientId, due]) =>
      clientId === scope.clientId ? due : [],
    );
  /** Of these keys, those that the sweeper would delete now. */
  const doomed = async (all: readonly string[]) => {
    await condemnAbandoned(MANY);
    const due = new Set(await dueForDeletion(MANY));
    return all.filter((key) => due.has(key));
  };
  /** Sets the application's clock, which must not matter, and leaves timers alone. */
  const shiftClock = (ms: number) =>
    jest.useFakeTimers({
      now: Date.now() + ms,
      doNotFake: [
        'hrtime',
        'nextTick',
        'performance',
        'queueMicrotask',
        'setImmediate',
        'clearImmediate',
        'setInterval',
        'clearInterval',
        'setTimeout',
        'clearTimeout',
      ],
    });

  it('keeps staged objects until the lease expires', async () => {
    const [fresh] = await staged(1);
    const [late] = await staged(1, 0);
    expect(await doomed([fresh!, late!])).toEqual([late]);
  });

  it('refuses a known key', async () => {
    const [key] = await staged(1);
    await expect(archive.journal.stage(scope.clientId, [newObjectKey(), key!], HOUR)).rejects.toThrow();
    await expect(archive.journal.condemn(scope.clientId, [key!], 0, 'test')).rejects.toThrow();
  });

  it('removes claimed objects', async () => {
    const all = await staged(3, 0);
    expect(await claim(all)).toBe(true);
    expect(await doomed(all)).toEqual([]);
    expect(await claim(all)).toBe(false);
  });

  it('reverts a claim when its transaction fails', async () => {
    const all = await staged(2, 0);
    const failing = archive.unitOfWork.run(async () => {
      await archive.journal.claim(scope.clientId, all);
      throw new Error('no rows');
    });
    await expect(failing).rejects.toThrow('no rows');
    expect((await doomed(all)).sort()).toEqual([...all].sort());
  });

  it('renews the lease of staged keys only', async () => {
    const all = await staged(2, 0);
    await archive.journal.renew(scope.clientId, all, HOUR);
    expect(await doomed(all)).toEqual([]);
    await archive.journal.release(scope.clientId, [all[0]!]);
    expect(await doomed(all)).toEqual([all[0]]);
    await archive.journal.renew(scope.clientId, all, HOUR);
    expect(await doomed(all)).toEqual([all[0]]);
  });

  it('makes released keys due immediately, unless they were claimed', async () => {
    const [left, claimed] = (await staged(2)) as [string, string];
    await claim([claimed]);
    await archive.journal.release(scope.clientId, [left, claimed, newObjectKey()]);
    expect(await doomed([left, claimed])).toEqual([left]);
  });

  it('denies a claim when the sweeper has one of its keys', async () => {
    const all = await staged(3);
    await archive.journal.release(scope.clientId, [all[1]!]);
    await condemnAbandoned(MANY);
    expect(await claim(all)).toBe(false);
    expect(await claim([all[1]!])).toBe(false);
  });

  it('lists abandoned objects, also while the sweeper processes them', async () => {
    const [waiting, condemned, forgotten] = (await staged(3)) as [string, string, string];
    const all = [waiting, condemned, forgotten];
    await archive.journal.release(scope.clientId, [condemned, forgotten]);
    await condemnAbandoned(MANY);
    await archive.journal.forget(scope.clientId, [forgotten]);
    await archive.journal.abandon(scope.clientId, all);
    await archive.journal.forget(scope.clientId, [condemned]);
    expect((await doomed(all)).sort()).toEqual([...all].sort());
    expect(await claim(all)).toBe(false);
    await archive.journal.abandon(scope.clientId, []);
  });

  it('denies a claim of unknown keys', async () => {
    const [key] = await staged(1);
    expect(await claim([key!, newObjectKey()])).toBe(false);
  });

  it('releases condemned keys at their deadline, and removes them', async () => {
    const [now, later] = keys(2) as [string, string];
    await archive.journal.condemn(scope.clientId, [now], 0, 'test');
    await archive.journal.condemn(scope.clientId, [later], HOUR, 'test');
    expect(await doomed([now, later])).toEqual([now]);
    await archive.journal.forget(scope.clientId, [now, newObjectKey()]);
    await archive.journal.forget(scope.clientId, [now]);
    expect(await doomed([now, later])).toEqual([]);
  });

  it('removes nothing that is still staged', async () => {
    const all = await staged(1);
    await archive.journal.forget(scope.clientId, all);
    expect(await claim(all)).toBe(true);
  });

  it('keeps keys of clients apart', async () => {
    const [key] = await staged(1, 0);
    const { otherClient } = DEMO;
    await archive.journal.renew(otherClient, [key!], HOUR);
    expect(await archive.unitOfWork.run(() => archive.journal.claim(otherClient, [key!]))).toBe(false);
    await condemnAbandoned(MANY);
    await archive.journal.forget(otherClient, [key!]);
    const due = await archive.journal.dueForDeletion(await archive.databaseNow(), MANY);
    expect([due.get(scope.clientId), due.get(otherClient)]).toEqual([expect.arrayContaining([key]), undefined]);
  });

  it('returns at most the requested number, oldest deadlines first', async () => {
    for (const [clientId, due] of await archive.journal.dueForDeletion(await archive.databaseNow(), MANY))
      await archive.journal.forget(clientId, due);
    const [third, first, second] = keys(3) as [string, string, string];
    await archive.journal.condemn(scope.clientId, [first], -3 * HOUR, 'test');
    await archive.journal.condemn(scope.clientId, [third], -HOUR, 'test');
    await archive.journal.condemn(scope.clientId, [second], -2 * HOUR, 'test');
    expect(new Set(await dueForDeletion(2))).toEqual(new Set([first, second]));
    await archive.journal.forget(scope.clientId, [first, second]);
    expect(await dueForDeletion(2)).toEqual([third]);
  });

  it('condemns at most the requested number, and returns the number', async () => {
    await condemnAbandoned(MANY);
    const all = await staged(5, 0);
    expect(await condemnAbandoned(3)).toBe(3);
    expect(await condemnAbandoned(3)).toBe(2);
    expect(await condemnAbandoned(3)).toBe(0);
    expect(await claim(all)).toBe(false);
  });

  it('reports keys that live rows reference', async () => {
    const [live, deleted] = [aFile(), aFile()];
    await addDocument(archive.documents, scope, aDocument(scope, { files: [live] }));
    const gone = aDocument(scope, { files: [deleted] });
    await addDocument(archive.documents, scope, gone);
    await archive.documents.markDeleted(scope, (await archive.documents.find(scope, gone.id))!, new Date());
    expect(await archive.journal.referenced([live.key, deleted.key, newObjectKey()])).toEqual(new Set([live.key]));
  });

  it('reports keys of files of flows, and of former versions', async () => {
    const [ofFlow, signed] = [aFile(), aFile()];
    const draft = aWorkflow();
    const flow = { ...draft, code: await archive.workflows.add(scope, draft) };
    await archive.workflows.addFiles(scope, flow, [{ ...ofFlow, toSign: false, createdAt: new Date() }]);
    await addDocument(archive.documents, scope, aDocument(scope, { files: [signed] }));
    const [file] = await archive.fileVersions.find(scope, [signed.id]);
    const content = { ...signed, key: newObjectKey(), version: '2' };
    await archive.unitOfWork.run(() => archive.fileVersions.replace(scope, [{ file: file!, content }], new Date()));
    const all = [signed.key, content.key, ofFlow.key];
    // Whatever place a key has among those that are asked for.
    for (const asked of [all, [...all].reverse()]) {
      expect(await archive.journal.referenced([newObjectKey(), ...asked, newObjectKey()])).toEqual(new Set(all));
    }
  });

  it.each([
    ['30 days behind', -30 * 24 * HOUR],
    ['30 days ahead', 30 * 24 * HOUR],
  ])('uses the clock of the database: an application whose clock is %s has no effect', async (_, shift) => {
    shiftClock(shift);
    expect(Math.abs(Date.now() - performance.timeOrigin - performance.now())).toBeGreaterThan(HOUR);
    const [kept] = await staged(1);
    const [due] = await staged(1, 0);
    const [renewed] = await staged(1, 0);
    await archive.journal.renew(scope.clientId, [renewed!], HOUR);
    const [condemned, retained] = keys(2) as [string, string];
    await archive.journal.condemn(scope.clientId, [condemned], 0, 'test');
    await archive.journal.condemn(scope.clientId, [retained], HOUR, 'test');
    const expected = [due!, condemned];
    const all = [kept!, due!, renewed!, condemned, retained];
    expect(await doomed(all)).toEqual(expected);
    jest.useRealTimers();
    expect(await doomed(all)).toEqual(expected);
  });

  it('lets exactly one win when claim and sweeper compete', async () => {
    for (let time = 0; time < 50; time++) {
      const all = await staged(3, 0);
      // Now the one is ahead, now the other.
      const claiming = later(time % 5, () =>
        archive.unitOfWork.run(async () => {
          if (!(await archive.journal.claim(scope.clientId, all))) throw new Error('the sweeper was first');
        }),
      );
      const sweeping = later(2, () => condemnAbandoned(MANY));
      const [[{ status }], condemned] = await Promise.all([Promise.allSettled([claiming]), sweeping]);
      if (status === 'fulfilled') expect(condemned).toBe(0);
      expect(await doomed(all)).toHaveLength(status === 'fulfilled' ? 0 : 3);
      expect(await claim(all)).toBe(false);
    }
  });

  it('condemns all or none', async () => {
    const [first, known, last] = keys(3).sort() as [string, string, string];
    await archive.journal.condemn(scope.clientId, [known], 0, 'test');
    await expect(archive.journal.condemn(scope.clientId, [first, known, last], 0, 'test')).rejects.toThrow();
    expect(await doomed([first, known, last])).toEqual([known]);
  });

  it('does nothing with no keys', async () => {
    for (const act of [archive.journal.release, archive.journal.forget])
      await expect(act.call(archive.journal, scope.clientId, [])).resolves.toBeUndefined();
    await expect(archive.journal.condemn(scope.clientId, [], 0, 'test')).resolves.toBeUndefined();
    expect(await archive.journal.referenced([])).toEqual(new Set());
    expect(await claim([])).toBe(true);
  });

  it('supports concurrent sweepers', async () => {
    const all = await staged(20, 0);
    await atOnce(8, () => condemnAbandoned(MANY));
    const due = await atOnce(8, () => dueForDeletion(MANY));
    for (const found of due) expect(new Set(found)).toEqual(new Set([...found, ...all]));
    await atOnce(8, () => archive.journal.forget(scope.clientId, all));
    expect(await doomed(all)).toEqual([]);
  });
});

/** Starts the work some turns of the event loop from now. */
async function later<T>(turns: number, work: () => Promise<T>): Promise<T> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  return work();
}
