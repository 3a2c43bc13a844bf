import { verifyInclusion } from '#libs/merkle-log';
import { newId } from '#application/support/ids';
import type { AuditFilter } from '#application/ports/sealed-events';
import type { Actor } from '#domain/access/actor';
import type { Scope } from '#domain/access/scope';
import type { AuditAction, AuditSubject } from '#domain/audit/audit-event';
import { minutesOn } from '../builders/a-session';
import { actorOf, DEMO, ORIGIN, scopeFor, userId } from '../builders/demo';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';
import { report } from './support/report';

const AT_ONCE = 32;

/** One event per change, in a log per client. */
describeContract('AuditTrail', { perTest: true }, (archive, { implementation }) => {
  let [demo, other]: Scope[] = [];
  beforeEach(async () => {
    const scope = (...logins: Parameters<typeof actorOf>) => scopeFor(archive, 'audit:view', actorOf(...logins));
    [demo, other] = [await scope('demo'), await scope('outro')];
  });

  const record = (subject: AuditSubject, clientId = DEMO.client, action: AuditAction = 'document.create', actor: Actor = actorOf('demo')) =>
    archive.audit.record(actor, clientId, action, subject);
  const page = async (scope: Scope | undefined, filter: AuditFilter = {}, before: number | null = null, limit = 100) => {
    await archive.sealer.settle();
    return archive.events.page(scope!, filter, before, limit);
  };
  const verify = async () => {
    const { events, broken, refused } = await archive.verifyTrail.execute();
    expect([refused, (await archive.sealing.backlog()).vanished]).toEqual([0, 0]);
    return { events, broken };
  };
  const positions = async (...args: Parameters<typeof page>) => (await page(...args)).map(({ position }) => position);

  it('records user, action, time and origin, newest first', async () => {
    archive.clock.set(minutesOn(1));
    const actor = { ...actorOf('leitor'), origin: { address: '2001:db8::1', requestId: 'e "quoted" id' } };
    const subject = { documentId: newId(), code: 2 ** 40, own: false, fileIds: ['a', 'ã 📎 \\ \' "'], text: '' };
    await record({ n: 1 });
    await record(subject, DEMO.client, 'file.add', actor);
    const [last, first, ...more] = await page(demo);
    expect(more).toEqual([]);
    expect(last).toEqual({
      clientId: DEMO.client,
      at: minutesOn(1),
      userId: userId('leitor'),
      address: '2001:db8::1',
      requestId: 'e "quoted" id',
      action: 'file.add',
      subject,
      position: 2,
      epoch: null,
      files: null,
      hash: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(first).toMatchObject({ ...ORIGIN, userId: userId('demo'), subject: { n: 1 }, position: 1 });
    expect(last!.hash).not.toBe(first!.hash);
  });

  it(`numbers events of each client without gaps, with ${AT_ONCE} concurrent writers for each of two clients`, async () => {
    await atOnce(2 * AT_ONCE, (index) => record({ index }, index % 2 ? DEMO.client : DEMO.otherClient));
    for (const scope of [demo, other]) {
      const events = await page(scope);
      expect(events.map(({ position }) => position)).toEqual(Array.from({ length: AT_ONCE }, (_, index) => AT_ONCE - index));
      expect(new Set(events.map(({ subject }) => subject.index)).size).toBe(AT_ONCE);
    }
    expect(await verify()).toEqual({ events: 2 * AT_ONCE, broken: [] });
    report(implementation, `${2 * AT_ONCE} recorders at once: no gap`);
  });

  it('records nothing and leaves no gap when the transaction rolls back', async () => {
    await record({ n: 1 });
    const outcomes = await atOnce(8, async (index) => {
      const running = archive.unitOfWork.run(async () => {
        await record({ index });
        if (index % 2) throw new Error('afterwards');
      });
      return running.then(
        () => 'done',
        (error: Error) => error.message,
      );
    });
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(4);
    expect(await positions(demo)).toEqual([5, 4, 3, 2, 1]);
    expect((await page(demo)).every(({ subject }) => subject.index === undefined || Number(subject.index) % 2 === 0)).toBe(true);
    expect(await verify()).toEqual({ events: 5, broken: [] });
  });

  it('records nothing when the first transaction rolls back', async () => {
    const failing = archive.unitOfWork.run(async () => {
      await record({ n: 1 });
      throw new Error('afterwards');
    });
    await expect(failing).rejects.toThrow('afterwards');
    expect(await page(demo)).toEqual([]);
    expect(await verify()).toEqual({ events: 0, broken: [] });
    await record({ n: 2 });
    expect(await positions(demo)).toEqual([1]);
  });

  it('verifies while events are recorded', async () => {
    await record({ n: 0 });
    let done = false;
    const recording = atOnce(4, async () => {
      for (let time = 0; time < 10; time++) await record({ time });
    }).then(() => (done = true));
    const found = [];
    do found.push(...(await verify()).broken);
    while (!done);
    await recording;
    expect(found).toEqual([]);
    expect(await verify()).toEqual({ events: 41, broken: [] });
  });

  it('proves earlier states of logs', async () => {
    const ends = async () => (await archive.verifyTrail.execute()).ends;
    expect(await ends()).toEqual([]);
    for (let n = 0; n < 3; n++) await record({ n });
    await record({}, DEMO.otherClient);
    const former = await ends();
    expect(former.map(({ clientId, size }) => [clientId, size])).toEqual([[DEMO.client, 3], [DEMO.otherClient, 1]].sort()); // prettier-ignore
    await record({ n: 3 });
    expect((await archive.verifyTrail.execute(former)).broken).toEqual([]);
    const [end] = former.filter(({ clientId }) => clientId === DEMO.client);
    const stranger = newId();
    const since = async (change: object) => (await archive.verifyTrail.execute([{ ...end!, ...change }])).broken;
    expect(await since({ size: 9 })).toEqual([{ clientId: DEMO.client, position: 5, reason: 'truncated' }]);
    expect(await since({ size: 2 })).toEqual([{ clientId: DEMO.client, position: 2, reason: 'unlike' }]);
    expect(await since({ root: 'x' })).toEqual([{ clientId: DEMO.client, position: 3, reason: 'unlike' }]);
    expect(await since({ clientId: stranger })).toEqual([{ clientId: stranger, position: 1, reason: 'truncated' }]);
  });

  it('proves each event to a holder of the signed head', async () => {
    await archive.unitOfWork.run(async () => {
      for (let n = 0; n < 300; n++) await record({ n });
    });
    await archive.sealer.settle();
    const { size, checkpoint } = (await archive.events.head(DEMO.client))!;
    const signed = archive.seals.open(DEMO.client, checkpoint)!;
    expect([size, signed.size]).toEqual([300, 300]);
    for (const position of [1, 2, 255, 256, 257, 299, 300]) {
      const proof = (await archive.events.prove(demo!, position))!;
      const root = Buffer.from(signed.root, 'base64url');
      expect(verifyInclusion({ leaf: proof.leaf, index: position - 1, size, root, proof: proof.hashes })).toBe(true);
      expect((await archive.events.at(demo!, position))!.hash).toBe(proof.leaf.toString('base64url'));
    }
    expect([await archive.events.prove(demo!, 301), await archive.events.prove(other!, 1)]).toEqual([null, null]);
  });

  it('records files, and finds the events of a subject', async () => {
    const documentId = newId();
    const file = { id: newId(), sha256: 'ab'.repeat(32), bytes: 5 };
    await archive.audit.record(actorOf('demo'), DEMO.client, 'file.add', { documentId, files: [file.id] }, [file]);
    await record({ documentId: newId() });
    expect((await page(demo, { things: [`document:${documentId}`] })).map(({ files }) => files)).toEqual([[file]]);
  });

  describe('a page', () => {
    beforeEach(async () => {
      for (let minute = 1; minute <= 6; minute++) {
        archive.clock.set(minutesOn(minute));
        const actor = actorOf(minute % 2 ? 'demo' : 'leitor');
        await record({ minute }, DEMO.client, minute < 4 ? 'document.create' : 'session.open', actor);
        await record({ minute }, DEMO.otherClient, 'document.create', actor);
      }
    });

    it.each<[string, AuditFilter, number[]]>([
      ['nothing', {}, [6, 5, 4, 3, 2, 1]],
      ['from a moment on', { from: minutesOn(5) }, [6, 5]],
      ['until a moment', { until: minutesOn(2) }, [2, 1]],
      ['between two moments', { from: minutesOn(2), until: minutesOn(2) }, [2]],
      ['a user', { userId: userId('leitor') }, [6, 4, 2]],
      ['another user', { userId: userId('outro') }, []],
      ['an action', { action: 'session.open' }, [6, 5, 4]],
      ['everything', { from: minutesOn(2), until: minutesOn(5), userId: userId('demo'), action: 'document.create' }, [3]],
    ])('is filtered by %s', async (_, filter, expected) => {
      expect(await positions(demo, filter)).toEqual(expected);
    });

    it('continues after the last event of the previous page, also when others were recorded meanwhile', async () => {
      const first = await page(demo, {}, null, 2);
      await record({ later: true });
      const second = await page(demo, {}, first.at(-1)!.position, 3);
      const third = await page(demo, {}, second.at(-1)!.position, 3);
      expect([first, second, third].map((events) => events.map(({ position }) => position))).toEqual([[6, 5], [4, 3, 2], [1]]);
      expect(await page(demo, {}, third.at(-1)!.position, 3)).toEqual([]);
      expect(await positions(demo, { userId: userId('leitor') }, first.at(-1)!.position, 1)).toEqual([4]);
    });

    it('never shows events of another client, with any cursor', async () => {
      for (const before of [null, 1, 5, 2 ** 40]) {
        for (const { clientId } of await page(other, {}, before)) expect(clientId).toBe(DEMO.otherClient);
      }
      expect(await page(other)).toHaveLength(6);
    });
  });
});
