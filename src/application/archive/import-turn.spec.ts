import type { RepeatableCalls } from '#application/ports/repeatable-calls';
import { ImportTurn, ImportUnderWay } from './import-turn';

describe('the turn of an import', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Held by somebody else for so many claims, and lost after so many renewals. */
  function turn({ running = 0, renewals = Infinity }) {
    const counts = { claims: 0, renewals: 0, released: 0 };
    const calls = {
      claim: async () => ({ state: counts.claims++ < running ? 'running' : 'granted' }),
      renew: async () => counts.renewals++ < renewals,
      release: async () => void counts.released++,
    } as unknown as RepeatableCalls;
    return { counts, turn: new ImportTurn(calls) };
  }

  it('is kept while the work lasts, and given back', async () => {
    const { counts, turn: own } = turn({});
    const work = async (check: () => void) => {
      await jest.advanceTimersByTimeAsync(60_000);
      check();
      return 'done';
    };
    expect(await own.run('c', work)).toBe('done');
    expect(counts).toEqual({ claims: 1, renewals: 60, released: 1 });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(counts.renewals).toBe(60);
  });

  it('is known to be lost', async () => {
    const work = async (check: () => void) => {
      await jest.advanceTimersByTimeAsync(3_500);
      check();
    };
    await expect(turn({ renewals: 3 }).turn.run('c', work)).resolves.toBeUndefined();
    await expect(turn({ renewals: 2 }).turn.run('c', work)).rejects.toThrow(ImportUnderWay);
  });

  it('is waited for as long as one who was killed holds it, and no longer', async () => {
    const started = Promise.all([turn({ running: 30 }).turn.run('c', async () => 'done'), jest.advanceTimersByTimeAsync(3_000)]);
    expect((await started)[0]).toBe('done');
    const { counts, turn: other } = turn({ running: Infinity });
    const refused = expect(other.run('c', async () => 'done')).rejects.toThrow(ImportUnderWay);
    await jest.advanceTimersByTimeAsync(60_000);
    await refused;
    expect(counts.released).toBe(0);
  });
});
