import { newId } from '#application/support/ids';
import type { Claim, IdempotentCall } from '#application/ports/access';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';

const LEASE_MS = 60_000;
const KEPT_MS = 7 * 86_400_000;
const ANSWER = { status: 201, body: '{"id":1}' };

const aCall = (changes: Partial<IdempotentCall> = {}): IdempotentCall => ({
  clientId: newId(),
  userId: newId(),
  key: newId(),
  digest: 'a'.repeat(64),
  ...changes,
});

/** Calls that their clients may send again. */
describeContract('IdempotencyRecords', { empty: true }, (archive) => {
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

  it('grants a call once, and reports that it is running', async () => {
    const call = aCall();
    expect(await claim(call)).toEqual({ state: 'granted', claimId: expect.any(String) });
    expect(await claim(call)).toEqual({ state: 'running' });
  });

  it('replays the answer of a completed call byte by byte', async () => {
    const call = aCall();
    const body = `{"nome":"Ação 📎 \\\\ ' %","x":"${'ã'.repeat(200_000)}"}`;
    await completed(call, KEPT_MS, { status: 201, body });
    for (let time = 0; time < 2; time++) expect(await claim(call)).toEqual({ state: 'answered', answer: { status: 201, body } });
  });

  it('lasts while its holder renews it', async () => {
    const call = aCall();
    const claimId = await granted(call, 0);
    expect(await archive.calls.renew(call, claimId, LEASE_MS, KEPT_MS)).toBe(true);
    expect(await claim(call)).toEqual({ state: 'running' });
    expect(await archive.calls.renew(call, newId(), LEASE_MS, KEPT_MS)).toBe(false);
    expect(await archive.calls.renew(call, claimId, 0, KEPT_MS)).toBe(true);
    await granted(call);
    expect(await archive.calls.renew(call, claimId, LEASE_MS, KEPT_MS)).toBe(false);
  });

  it('is kept while it is renewed', async () => {
    const [short, call] = [aCall(), aCall()];
    await granted(short, LEASE_MS, -1000);
    expect(await archive.calls.renew(call, await granted(call, LEASE_MS, -1000), LEASE_MS, KEPT_MS)).toBe(true);
    expect(await forgetOld(1000)).toBeGreaterThanOrEqual(1);
    expect(await claim(call)).toEqual({ state: 'running' });
  });

  it('is no longer renewed after completion', async () => {
    const call = aCall();
    const claimId = await completed(call);
    expect(await archive.calls.renew(call, claimId, LEASE_MS, KEPT_MS)).toBe(false);
  });

  it.each([
    ['user', { userId: newId() }],
    ['key', { key: 'another' }],
    ['key, in another case', { key: 'KEY' }],
    ['key, with a blank', { key: 'key ' }],
  ])('distinguishes calls by %s', async (_, changes) => {
    const call = aCall({ key: 'key' });
    await completed(call);
    await granted({ ...call, ...changes, digest: 'b'.repeat(64) });
    expect(await claim(call)).toEqual({ state: 'answered', answer: ANSWER });
  });

  it('tells that a key was used for another client, until that call is given free', async () => {
    const call = aCall();
    const claimId = await granted(call);
    const elsewhere = { ...call, clientId: newId() };
    expect(await claim(elsewhere)).toEqual({ state: 'different' });
    await archive.calls.release(call, claimId);
    await granted(elsewhere);
  });

  it('accepts keys of any length and characters', async () => {
    const caller = { clientId: newId(), userId: newId() };
    const keys = ['x', 'é', "' OR 1=1 --", '%', `${'k'.repeat(254)}1`, `${'k'.repeat(254)}2`];
    for (const key of keys) await granted(aCall({ ...caller, key }));
    for (const key of keys) expect(await claim(aCall({ ...caller, key }))).toEqual({ state: 'running' });
  });

  it('grants one of 32 concurrent claims of a call whose process has died', async () => {
    const call = aCall();
    const dead = await granted(call, 0);
    const claims = await atOnce(32, () => claim(call));
    const winners = claims.filter((each) => each.state === 'granted');
    expect(winners).toHaveLength(1);
    expect(winners[0]).not.toEqual({ state: 'granted', claimId: dead });
  });

  describe('complete', () => {
    it('is rolled back with the transaction of the call', async () => {
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

    it('fails for an unknown or released claim', async () => {
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
    it('passes to the next caller and is lost by the first', async () => {
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

    it('replays a late completion', async () => {
      const call = aCall();
      const claimId = await granted(call, leaseMs);
      expect(await archive.calls.complete(call, claimId, ANSWER)).toBe(true);
      expect(await claim(call)).toEqual({ state: 'answered', answer: ANSWER });
    });

    it('also passes to a different request, since the first has done nothing', async () => {
      const call = aCall();
      const first = await granted(call, leaseMs);
      await granted({ ...call, digest: 'b'.repeat(64) });
      expect(await archive.calls.complete(call, first, ANSWER)).toBe(false);
      expect(await claim(call)).toEqual({ state: 'different' });
    });
  });

  it('grants any call after its answer has expired', async () => {
    const call = aCall();
    await completed(call, 0);
    const other = { ...call, digest: 'b'.repeat(64) };
    const claimId = await granted(other);
    expect(await claim(call)).toEqual({ state: 'different' });
    expect(await archive.calls.complete(other, claimId, ANSWER)).toBe(true);
    expect(await claim(other)).toEqual({ state: 'answered', answer: ANSWER });
  });

  it('does not let the old holder complete a call that was granted again', async () => {
    const call = aCall();
    const first = await granted(call, LEASE_MS, 0);
    await granted(call);
    expect(await archive.calls.complete(call, first, ANSWER)).toBe(false);
    expect(await claim(call)).toEqual({ state: 'running' });
  });

  describe('release', () => {
    it('allows the call again, also with another request', async () => {
      const call = aCall();
      await archive.calls.release(call, await granted(call));
      await granted({ ...call, digest: 'b'.repeat(64) });
    });

    it('keeps an answer', async () => {
      const call = aCall();
      await archive.calls.release(call, await completed(call));
      expect(await claim(call)).toEqual({ state: 'answered', answer: ANSWER });
    });

    it('keeps the claims of others', async () => {
      const call = aCall();
      const claimId = await granted(call, 0);
      await granted(call);
      await archive.calls.release(call, claimId);
      await archive.calls.release({ ...call, userId: newId() }, claimId);
      expect(await claim(call)).toEqual({ state: 'running' });
    });
  });

  describe('forgetOld', () => {
    it('removes only expired answers', async () => {
      const user = newId();
      const [old, running, kept] = [0, 1, 2].map(() => aCall({ clientId: user, userId: user })) as [
        IdempotentCall,
        IdempotentCall,
        IdempotentCall,
      ];
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

    it('stops near the limit, and returns the number', async () => {
      for (let index = 0; index < 5; index++) await completed(aCall(), -1000 * (index + 1));
      const removed = [await forgetOld(2), await forgetOld(2), await forgetOld(2)];
      expect(removed).toEqual([2, 2, 1]);
    });
  });
});
