import type { Diagnostics } from '#application/ports/unit-of-work';
import type { IdempotentCall, IdempotencyRecords } from '#application/ports/access';
import { Idempotency } from './idempotency';

const CALL = { clientId: 'c', userId: 'u', key: 'k', digest: 'd' } as IdempotentCall;

describe('an idempotent call that fails while the database is unreachable', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('releases its claim as soon as the database is reachable again', async () => {
    let [down, releases] = [true, 0];
    let claimed = '';
    const released: string[] = [];
    const calls = {
      claim: async (_: IdempotentCall, claimId: string) => {
        claimed = claimId;
        return { state: 'granted', claimId };
      },
      release: async (_: IdempotentCall, claimId: string) => {
        releases++;
        if (down) throw new Error('the database is gone');
        released.push(claimId);
      },
    } as unknown as IdempotencyRecords;
    const problem = jest.fn();
    const once = new Idempotency(calls, { problem } as Diagnostics);
    const failing = () => Promise.reject(new Error('the work failed'));
    await expect(once.run(CALL, () => ({ status: 200, body: '' }), failing)).rejects.toThrow('the work failed');
    expect([releases, problem.mock.calls.length]).toEqual([1, 1]);
    await jest.advanceTimersByTimeAsync(4000);
    expect([releases > 1, released]).toEqual([true, []]);
    down = false;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(released).toEqual([claimed]);
    const after = releases;
    await jest.advanceTimersByTimeAsync(300_000);
    expect(releases).toBe(after);
  });

  it('renews its claim during its work only', async () => {
    const renewals: [string, number][] = [];
    const calls = {
      claim: async (_: IdempotentCall, claimId: string) => ({ state: 'granted', claimId }),
      renew: async (_: IdempotentCall, claimId: string, leaseMs: number) => {
        renewals.push([claimId, leaseMs]);
        throw new Error('the database is gone');
      },
    } as unknown as IdempotencyRecords;
    const once = new Idempotency(calls, { problem: () => undefined } as unknown as Diagnostics);
    const done = once.run(
      CALL,
      () => ({ status: 200, body: '' }),
      () => new Promise((resolve) => setTimeout(resolve, 60_000)),
    );
    await jest.advanceTimersByTimeAsync(60_000);
    await done;
    const sent = renewals.length;
    expect(sent).toBeGreaterThanOrEqual(12);
    expect(new Set(renewals.map(String)).size).toBe(1);
    expect(renewals[0]?.[1]).toBeLessThanOrEqual(15_000);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(renewals).toHaveLength(sent);
  });

  it('releases a claim whose answer was lost', async () => {
    let claimed = '';
    const released: string[] = [];
    const calls = {
      claim: async (_: IdempotentCall, claimId: string) => {
        claimed = claimId;
        throw new Error('the connection broke');
      },
      release: async (_: IdempotentCall, claimId: string) => void released.push(claimId),
    } as unknown as IdempotencyRecords;
    const once = new Idempotency(calls, { problem: () => undefined } as unknown as Diagnostics);
    await expect(
      once.run(
        CALL,
        () => ({ status: 200, body: '' }),
        async () => 'done',
      ),
    ).rejects.toThrow('the connection broke');
    expect(released).toEqual([claimed]);
  });
});
