import { DependencyDown } from '#application/support/errors';
import { newObjectKey } from '#application/support/ids';
import { LONGEST_WRITE_MS } from '#application/ports/unit-of-work';
import type { Scope } from '#domain/access/scope';
import { addDocument, aDocument } from '../builders/a-document';
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
        await addDocument(archive.documents, scope, document);
        await archive.journal.condemn(DEMO.client, [key], 0, 'test');
        await archive.listRows.addOrFind(scope, DEMO.suppliers, listKey, []);
      },
      seen: async () => [
        (await archive.documents.find(scope, document.id)) !== null,
        (await archive.journal.dueForDeletion(await archive.databaseNow(), 1000)).get(DEMO.client)?.includes(key) ?? false,
        (await archive.listRows.findByKey(scope, DEMO.suppliers, listKey)) !== null,
      ],
    };
  }
  const [ALL, NOTHING] = [
    [true, true, true],
    [false, false, false],
  ] as const;

  it('commits everything, and returns the result of the work', async () => {
    const { write, seen } = severalWrites();
    const result = await archive.unitOfWork.run(async () => {
      await write();
      return { within: await seen() };
    });
    expect(result).toEqual({ within: ALL });
    expect(await seen()).toEqual(ALL);
  });

  it('rolls back when the work fails, and passes the error on', async () => {
    const { write, seen } = severalWrites();
    const failing = archive.unitOfWork.run(async () => {
      await write();
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    expect(await seen()).toEqual(NOTHING);
  });

  it('rolls back work that takes too long', async () => {
    const { write, seen } = severalWrites();
    const clock = jest.spyOn(Date, 'now');
    const late = archive.unitOfWork.run(async () => {
      await write();
      clock.mockReturnValue(new Date().getTime() + LONGEST_WRITE_MS + 60_000);
    });
    await expect(late.finally(() => clock.mockRestore())).rejects.toThrow(DependencyDown);
    expect(await seen()).toEqual(NOTHING);
  });

  it('rolls nested runs back when the outer one fails', async () => {
    const { write, seen } = severalWrites();
    const failing = archive.unitOfWork.run(async () => {
      await archive.unitOfWork.run(() => archive.unitOfWork.run(write));
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    expect(await seen()).toEqual(NOTHING);
  });

  it('commits nested runs with the outer one', async () => {
    const { write, seen } = severalWrites();
    await archive.unitOfWork.run(() => archive.unitOfWork.run(write));
    expect(await seen()).toEqual(ALL);
  });

  it('works normally after a failure', async () => {
    const fail = () => archive.unitOfWork.run(() => Promise.reject(failure));
    expect((await Promise.allSettled(Array.from({ length: 30 }, fail))).every(({ status }) => status === 'rejected')).toBe(true);
    const { write, seen } = severalWrites();
    await archive.unitOfWork.run(write);
    expect(await seen()).toEqual(ALL);
  });

  it('hides uncommitted changes', async () => {
    const { write, seen } = severalWrites();
    const [written, goOn] = [deferred(), deferred()];
    const running = archive.unitOfWork.run(async () => {
      await write();
      written.resolve();
      await goOn.promise;
      throw failure;
    });
    await written.promise;
    // At once: reads do not wait for transactions.
    expect(await seen()).toEqual(NOTHING);
    goOn.resolve();
    await expect(running).rejects.toBe(failure);
    expect(await seen()).toEqual(NOTHING);
  });

  it('does not affect writes of others when it rolls back', async () => {
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
    const independent = [archive.journal.condemn(DEMO.client, [key], 0, 'test'), archive.unitOfWork.run(other.write)];
    setTimeout(goOn.resolve, 50);
    await expect(running).rejects.toBe(failure);
    await Promise.all(independent);
    expect(await seen()).toEqual(NOTHING);
    expect(await other.seen()).toEqual(ALL);
    expect((await archive.journal.dueForDeletion(await archive.databaseNow(), 1000)).get(DEMO.client)).toContain(key);
  });

  it('loses none of 50 concurrent updates of one row', async () => {
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

  it('retries the work after a conflict', async () => {
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

  it('does not check the outcome when the commit, or its failure, is answered', async () => {
    let asked = 0;
    const committed = async () => ++asked > 0;
    await archive.unitOfWork.run(severalWrites().write, committed);
    await expect(archive.unitOfWork.run(() => Promise.reject(failure), committed)).rejects.toBe(failure);
    expect(asked).toBe(0);
  });
});
