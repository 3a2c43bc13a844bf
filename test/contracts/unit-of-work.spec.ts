import { DependencyDown } from '#application/errors';
import { newObjectKey } from '#application/ids';
import { LONGEST_WRITE_MS } from '#application/ports/unit-of-work';
import type { Scope } from '#domain/access/scope';
import { aDocument } from '../builders/a-document';
import { aSession, lifetimes } from '../builders/a-session';
import { DEMO_HASH, DEMO, scopeOf } from '../builders/demo';
import { atOnce, deferred } from './support/deferred';
import { describeContract } from './support/implementations';

const failure = new Error('the work failed');

/** Transactions over all the ports that write. */
describeContract('UnitOfWork', (archive) => {
  let scope: Scope;
  beforeAll(async () => {
    scope = await scopeOf(archive);
  });

  /** Writes through several ports; answers how to see whether it is there. */
  function severalWrites() {
    const [document, key, listKey] = [aDocument(scope), newObjectKey(), newObjectKey()];
    return {
      write: async () => {
        await archive.documents.add(scope, document);
        await archive.journal.condemn([key], 0, 'test');
        await archive.listRows.addOrFind(scope, DEMO.suppliers, listKey, []);
      },
      seen: async () => [
        (await archive.documents.find(scope, document.id)) !== null,
        (await archive.journal.dueForDeletion(await archive.databaseNow(), 1000)).includes(key),
        (await archive.listRows.findByKey(scope, DEMO.suppliers, listKey)) !== null,
      ],
    };
  }
  const [ALL, NOTHING] = [
    [true, true, true],
    [false, false, false],
  ] as const;

  it('does everything, and answers what the work answers', async () => {
    const { write, seen } = severalWrites();
    const result = await archive.unitOfWork.run(async () => {
      await write();
      return { within: await seen() };
    });
    expect(result).toEqual({ within: ALL });
    expect(await seen()).toEqual(ALL);
  });

  it('does nothing when the work fails, and passes the error on', async () => {
    const { write, seen } = severalWrites();
    const failing = archive.unitOfWork.run(async () => {
      await write();
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    expect(await seen()).toEqual(NOTHING);
  });

  it('undoes what takes too long to come to its COMMIT', async () => {
    const { write, seen } = severalWrites();
    const clock = jest.spyOn(Date, 'now');
    const late = archive.unitOfWork.run(async () => {
      await write();
      clock.mockReturnValue(new Date().getTime() + LONGEST_WRITE_MS + 60_000);
    });
    await expect(late.finally(() => clock.mockRestore())).rejects.toThrow(DependencyDown);
    expect(await seen()).toEqual(NOTHING);
  });

  it('undoes what nested runs did when the outer one fails', async () => {
    const { write, seen } = severalWrites();
    const failing = archive.unitOfWork.run(async () => {
      await archive.unitOfWork.run(() => archive.unitOfWork.run(write));
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    expect(await seen()).toEqual(NOTHING);
  });

  it('keeps nested runs when the outer one ends well', async () => {
    const { write, seen } = severalWrites();
    await archive.unitOfWork.run(() => archive.unitOfWork.run(write));
    expect(await seen()).toEqual(ALL);
  });

  it('goes on after a failure as if nothing had been', async () => {
    const fail = () => archive.unitOfWork.run(() => Promise.reject(failure));
    expect((await Promise.allSettled(Array.from({ length: 30 }, fail))).every(({ status }) => status === 'rejected')).toBe(true);
    const { write, seen } = severalWrites();
    await archive.unitOfWork.run(write);
    expect(await seen()).toEqual(ALL);
  });

  it('shows nobody what is not committed', async () => {
    const { write, seen } = severalWrites();
    const [written, goOn] = [deferred(), deferred()];
    const running = archive.unitOfWork.run(async () => {
      await write();
      written.resolve();
      await goOn.promise;
      throw failure;
    });
    await written.promise;
    // Not awaited yet: where transactions take turns, the answer comes when this one is over.
    const outside = seen();
    setTimeout(goOn.resolve, 50);
    await expect(running).rejects.toBe(failure);
    expect(await outside).toEqual(NOTHING);
  });

  it("leaves others' writes alone when it rolls back", async () => {
    const { write, seen } = severalWrites();
    const other = severalWrites();
    const key = newObjectKey();
    const [written, goOn] = [deferred(), deferred()];
    const running = archive.unitOfWork.run(async () => {
      await write();
      written.resolve();
      await goOn.promise;
      throw failure;
    });
    await written.promise;
    const independent = [archive.journal.condemn([key], 0, 'test'), archive.unitOfWork.run(other.write)];
    setTimeout(goOn.resolve, 50);
    await expect(running).rejects.toBe(failure);
    await Promise.all(independent);
    expect(await seen()).toEqual(NOTHING);
    expect(await other.seen()).toEqual(ALL);
    expect(await archive.journal.dueForDeletion(await archive.databaseNow(), 1000)).toContain(key);
  });

  it('loses no update of 50 that read and write the same row at once', async () => {
    const session = aSession();
    await archive.sessions.open(session, lifetimes(), DEMO_HASH);
    const advance = () =>
      archive.unitOfWork.run(async () => {
        const current = await archive.sessions.find(session.id);
        return archive.sessions.rotate(current!, lifetimes());
      });
    let done = 0;
    for (let round = 0; done < 50 && round < 60; round++) done += (await atOnce(50 - done, advance)).filter(Boolean).length;
    expect(done).toBe(50);
    expect((await archive.sessions.find(session.id))?.refreshCount).toBe(50);
  });

  it('runs the work again after a conflict with another writer', async () => {
    const sessions = [aSession(), aSession()];
    for (const session of sessions) await archive.sessions.open(session, lifetimes(), DEMO_HASH);
    const met = [deferred(), deferred()];
    /** Takes the rows in its own order, so that each comes to hold what the other wants next. */
    const inOrder = (order: [0 | 1, 0 | 1]) =>
      archive.unitOfWork.run(async () => {
        for (const index of order) {
          const current = await archive.sessions.find(sessions[index]!.id);
          if (!(await archive.sessions.rotate(current!, lifetimes()))) throw new Error('a stale read');
          met[index]!.resolve();
          await Promise.race([Promise.all(met.map(({ promise }) => promise)), new Promise((resolve) => setTimeout(resolve, 200))]);
        }
        return order;
      });
    const answers = await Promise.allSettled([inOrder([0, 1]), inOrder([1, 0])]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const counts = await Promise.all(sessions.map(async ({ id }) => (await archive.sessions.find(id))?.refreshCount));
    expect(counts).toEqual([2, 2]);
  });

  it('does not ask whether it landed when the commit, or the failure, is answered', async () => {
    let asked = 0;
    const landed = async () => ++asked > 0;
    await archive.unitOfWork.run(severalWrites().write, landed);
    await expect(archive.unitOfWork.run(() => Promise.reject(failure), landed)).rejects.toBe(failure);
    expect(asked).toBe(0);
  });
});
