import { newId } from '#application/ids';
import type { Claim, IdempotentCall } from '#application/ports/idempotency-records';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';
import { report } from './support/report';

const LEASE_MS = 60_000;
const KEPT_MS = 7 * 86_400_000;
const ANSWER = { status: 201, body: '{"id":1}' };

const aCall = (changes: Partial<IdempotentCall> = {}): IdempotentCall => ({
  userId: newId(),
  key: newId(),
  digest: 'a'.repeat(64),
  ...changes,
});

/** Calls that their clients may send again (contract §3). */
describeContract('IdempotencyRecords', { empty: true }, (archive, { implementation }) => {
  const claim = (call: IdempotentCall, leaseMs = LEASE_MS, keepMs = KEPT_MS): Promise<Claim> =>
    archive.calls.claim(call, newId(), leaseMs, keepMs);
  const forgetOld = async (limit: number) => archive.calls.forgetOld(await archive.databaseNow(), limit);
  const granted = async (call: IdempotentCall, leaseMs = LEASE_MS, keepMs = KEPT_MS): Promise<string> => {
    const answer = await claim(call, leaseMs, keepMs);
    if (answer.state !== 'granted') throw new Error(`expected to be granted, but: ${answer.state}`);
    return answer.claimId;
  };
  /** A call that was completed. */
  const completed = async (call: IdempotentCall, keepMs = KEPT_MS, answer = ANSWER) => {
    const claimId = await granted(call, LEASE_MS, keepMs);
    expect(await archive.calls.complete(call, claimId, answer)).toBe(true);
    return claimId;
  };

  it('grants a call once, and says so while it runs', async () => {
    const call = aCall();
    expect(await claim(call)).toEqual({ state: 'granted', claimId: expect.any(String) });
    expect(await claim(call)).toEqual({ state: 'running' });
  });

  it('answers a completed call again, byte for byte', async () => {
    const call = aCall();
    const body = `{"nome":"Ação 📎 \\\\ ' %","x":"${'ã'.repeat(200_000)}"}`;
    await completed(call, KEPT_MS, { status: 201, body });
    for (let time = 0; time < 2; time++) expect(await claim(call)).toEqual({ state: 'answered', answer: { status: 201, body } });
  });

  it('lasts as long as it is renewed, by whoever has it alone', async () => {
    const call = aCall();
    const claimId = await granted(call, 0);
    expect(await archive.calls.renew(call, claimId, LEASE_MS, KEPT_MS)).toBe(true);
    expect(await claim(call)).toEqual({ state: 'running' });
    expect(await archive.calls.renew(call, newId(), LEASE_MS, KEPT_MS)).toBe(false);
    expect(await archive.calls.renew(call, claimId, 0, KEPT_MS)).toBe(true);
    await granted(call);
    expect(await archive.calls.renew(call, claimId, LEASE_MS, KEPT_MS)).toBe(false);
  });

  it('is kept as long as it is renewed', async () => {
    const [short, call] = [aCall(), aCall()];
    await granted(short, LEASE_MS, -1000);
    expect(await archive.calls.renew(call, await granted(call, LEASE_MS, -1000), LEASE_MS, KEPT_MS)).toBe(true);
    expect(await forgetOld(1000)).toBeGreaterThanOrEqual(1);
    expect(await claim(call)).toEqual({ state: 'running' });
  });

  it('is renewed no more when it is completed', async () => {
    const call = aCall();
    const claimId = await completed(call);
    expect(await archive.calls.renew(call, claimId, LEASE_MS, KEPT_MS)).toBe(false);
  });

  it.each(['running', 'completed'])('tells a call that asks for something else, while the first is %s', async (state) => {
    const call = aCall();
    if (state === 'running') await granted(call);
    else await completed(call);
    expect(await claim({ ...call, digest: 'b'.repeat(64) })).toEqual({ state: 'different' });
  });

  it.each([
    ['user', { userId: newId() }],
    ['key', { key: 'another' }],
    ['key, in another case', { key: 'KEY' }],
    ['key, with a blank', { key: 'key ' }],
  ])('takes a call of another %s for another call', async (_, changes) => {
    const call = aCall({ key: 'key' });
    await completed(call);
    await granted({ ...call, ...changes, digest: 'b'.repeat(64) });
    expect(await claim(call)).toEqual({ state: 'answered', answer: ANSWER });
  });

  it('keeps keys however long and strange', async () => {
    const user = newId();
    const keys = ['x', 'é', "' OR 1=1 --", '%', `${'k'.repeat(254)}1`, `${'k'.repeat(254)}2`];
    for (const key of keys) await granted(aCall({ userId: user, key }));
    for (const key of keys) expect(await claim(aCall({ userId: user, key }))).toEqual({ state: 'running' });
  });

  it('grants one of 32 claims at once', async () => {
    const call = aCall();
    const states = (await atOnce(32, () => claim(call))).map(({ state }) => state);
    const count = (state: string) => states.filter((each) => each === state).length;
    report(implementation, `32 claims at once: ${count('granted')} granted, ${count('running')} running`);
    expect([count('granted'), count('running')]).toEqual([1, 31]);
  });

  it('grants one of 32 claims at once on a call whose process has died', async () => {
    const call = aCall();
    const dead = await granted(call, 0);
    const claims = await atOnce(32, () => claim(call));
    const winners = claims.filter((each) => each.state === 'granted');
    expect(winners).toHaveLength(1);
    expect(winners[0]).not.toEqual({ state: 'granted', claimId: dead });
  });

  describe('complete', () => {
    it('is undone with the transaction that does what the call asks for', async () => {
      const call = aCall();
      const claimId = await granted(call);
      const failing = archive.unitOfWork.run(async () => {
        expect(await archive.calls.complete(call, claimId, ANSWER)).toBe(true);
        throw new Error('afterwards');
      });
      await expect(failing).rejects.toThrow('afterwards');
      expect(await claim(call)).toEqual({ state: 'running' });
      await archive.calls.release(call, claimId);
      await granted(call);
    });

    it('lasts with the transaction', async () => {
      const call = aCall();
      const claimId = await granted(call);
      await archive.unitOfWork.run(() => archive.calls.complete(call, claimId, ANSWER));
      expect(await claim(call)).toEqual({ state: 'answered', answer: ANSWER });
    });

    it('is refused for a claim that never was, or is released', async () => {
      const call = aCall();
      expect(await archive.calls.complete(call, newId(), ANSWER)).toBe(false);
      const claimId = await granted(call);
      expect(await archive.calls.complete(aCall({ ...call, userId: newId() }), claimId, ANSWER)).toBe(false);
      await archive.calls.release(call, claimId);
      expect(await archive.calls.complete(call, claimId, ANSWER)).toBe(false);
      await granted(call);
    });
  });

  describe.each([0, -5000])('a claim with a lease of %d ms', (leaseMs) => {
    it('passes to the next caller, and is lost to the first', async () => {
      const call = aCall();
      const first = await granted(call, leaseMs);
      const second = await granted(call);
      expect(second).not.toBe(first);
      expect(await archive.calls.complete(call, first, { status: 500, body: 'late' })).toBe(false);
      expect(await claim(call)).toEqual({ state: 'running' });
      expect(await archive.calls.complete(call, second, ANSWER)).toBe(true);
      expect(await archive.calls.complete(call, first, { status: 500, body: 'late' })).toBe(false);
      expect(await claim(call)).toEqual({ state: 'answered', answer: ANSWER });
    });

    it('is answered when it was completed, however late', async () => {
      const call = aCall();
      const claimId = await granted(call, leaseMs);
      expect(await archive.calls.complete(call, claimId, ANSWER)).toBe(true);
      expect(await claim(call)).toEqual({ state: 'answered', answer: ANSWER });
    });

    it('passes on to a call that asks for something else, too: nothing came of the first', async () => {
      const call = aCall();
      const first = await granted(call, leaseMs);
      await granted({ ...call, digest: 'b'.repeat(64) });
      expect(await archive.calls.complete(call, first, ANSWER)).toBe(false);
      expect(await claim(call)).toEqual({ state: 'different' });
    });
  });

  it('grants a call anew when its answer was kept long enough, whatever it asks for', async () => {
    const call = aCall();
    await completed(call, 0);
    const other = { ...call, digest: 'b'.repeat(64) };
    const claimId = await granted(other);
    expect(await claim(call)).toEqual({ state: 'different' });
    expect(await archive.calls.complete(other, claimId, ANSWER)).toBe(true);
    expect(await claim(other)).toEqual({ state: 'answered', answer: ANSWER });
  });

  it('does not let the old holder of a call that was granted anew complete it', async () => {
    const call = aCall();
    const first = await granted(call, LEASE_MS, 0);
    await granted(call);
    expect(await archive.calls.complete(call, first, ANSWER)).toBe(false);
    expect(await claim(call)).toEqual({ state: 'running' });
  });

  describe('release', () => {
    it('lets the call be made anew, also otherwise', async () => {
      const call = aCall();
      await archive.calls.release(call, await granted(call));
      await granted({ ...call, digest: 'b'.repeat(64) });
    });

    it('leaves an answer', async () => {
      const call = aCall();
      await archive.calls.release(call, await completed(call));
      expect(await claim(call)).toEqual({ state: 'answered', answer: ANSWER });
    });

    it('leaves the claim of another, and of another user', async () => {
      const call = aCall();
      const claimId = await granted(call, 0);
      await granted(call);
      await archive.calls.release(call, claimId);
      await archive.calls.release({ ...call, userId: newId() }, claimId);
      expect(await claim(call)).toEqual({ state: 'running' });
    });
  });

  describe('forgetOld', () => {
    it('removes what was kept long enough, and nothing else', async () => {
      const user = newId();
      const [old, running, kept] = [aCall({ userId: user }), aCall({ userId: user }), aCall({ userId: user })];
      await completed(old, -1000);
      await granted(running);
      await completed(kept);
      expect(await forgetOld(1000)).toBeGreaterThanOrEqual(1);
      expect(await forgetOld(1000)).toBe(0);
      expect(await claim(running)).toEqual({ state: 'running' });
      expect(await claim(kept)).toEqual({ state: 'answered', answer: ANSWER });
      // Its key is free, as if it had never been.
      expect(await claim(old)).toMatchObject({ state: 'granted' });
    });

    it('stops about the limit, and says how many there were', async () => {
      for (let index = 0; index < 5; index++) await completed(aCall(), -1000 * (index + 1));
      const removed = [await forgetOld(2), await forgetOld(2), await forgetOld(2)];
      expect(removed).toEqual([2, 2, 1]);
    });
  });
});
