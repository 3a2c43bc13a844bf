import type { IdempotencyRecords } from '#application/ports/access';
import { ImportTurn, ImportUnderWay, TurnLost } from './import-turn';

describe('the import lease', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const PACE = { leaseMs: 3_000, beatMs: 1_000 };

  /** Claims fail for the first `running` attempts; the claim is lost after so many renewals. */
  function turn({ running = 0, renewals = Infinity, away = false }) {
    const counts = { claims: 0, renewals: 0, released: 0, keys: new Set<string>() };
    const failed = async () => Promise.reject(new Error('the database is away'));
    const calls = {
      claim: async ({ key }) => (counts.keys.add(key), { state: counts.claims++ < running ? 'running' : 'granted' }),
      renew: async () => counts.renewals++ < renewals && (!away || failed()),
      release: async () => (away ? failed() : void counts.released++),
    } as Partial<IdempotencyRecords> as IdempotencyRecords;
    const own = new ImportTurn(calls);
    own.pace = PACE;
    return { counts, turn: own };
  }

  it('is renewed during the work and released afterwards', async () => {
    const { counts, turn: own } = turn({});
    const work = async (hold: () => Promise<void>) => {
      await jest.advanceTimersByTimeAsync(60_000);
      await hold();
      return 'done';
    };
    expect(await own.run('c', work)).toBe('done');
    expect(counts).toMatchObject({ claims: 1, renewals: 61, released: 1 });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(counts.renewals).toBe(61);
  });

  it('is checked before every write, and stays lost once lost', async () => {
    const lost = async (hold: () => Promise<void>) => {
      await hold();
      await expect(hold()).rejects.toThrow(TurnLost);
      await hold();
    };
    const { counts, turn: own } = turn({ renewals: 1 });
    await expect(own.run('c', lost)).rejects.toThrow(TurnLost);
    expect(counts.renewals).toBe(2);
  });

  it('stays lost even if a later renewal succeeds', async () => {
    const { turn: own } = turn({});
    const answers = [false];
    (own as unknown as { calls: IdempotencyRecords }).calls.renew = async () => answers.shift() ?? true;
    const work = async (hold: () => Promise<void>) => {
      await jest.advanceTimersByTimeAsync(3_500);
      await hold();
    };
    await expect(own.run('c', work)).rejects.toThrow(TurnLost);
  });

  it('is renewed by one call at a time', async () => {
    const { counts, turn: own } = turn({});
    const calls = (own as unknown as { calls: IdempotencyRecords }).calls;
    let answer: (isOwn: boolean) => void = () => undefined;
    calls.renew = () => new Promise((resolve) => (counts.renewals++, (answer = resolve)));
    const work = async () => {
      await jest.advanceTimersByTimeAsync(5_500);
      expect(counts.renewals).toBe(1);
      answer(true);
      await jest.advanceTimersByTimeAsync(1_000);
      expect(counts.renewals).toBe(2);
      answer(true);
    };
    await own.run('c', work);
  });

  it('survives a database outage while nothing is written', async () => {
    const rejected: unknown[] = [];
    const note = (reason: unknown) => rejected.push(reason);
    process.on('unhandledRejection', note);
    try {
      const work = () => jest.advanceTimersByTimeAsync(5_500);
      await turn({ away: true }).turn.run('c', async () => work());
      await expect(turn({ away: true }).turn.run('c', (hold) => hold())).rejects.toThrow('the database is away');
      jest.useRealTimers();
      // Unhandled rejections are reported when the microtask queue is empty.
      await new Promise((resolve) => setImmediate(resolve));
      expect(rejected).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  it('has a key that no header can contain', async () => {
    const { counts, turn: own } = turn({});
    await own.run('c', async () => undefined);
    expect([...counts.keys].filter((key) => !/[^\x20-\x7e]/.test(key))).toEqual([]);
    expect(counts.keys.size).toBe(1);
  });

  it('waits for the lease of a killed process to expire', async () => {
    const started = Promise.all([turn({ running: 30 }).turn.run('c', async () => 'done'), jest.advanceTimersByTimeAsync(3_000)]);
    expect((await started)[0]).toBe('done');
    const { counts, turn: other } = turn({ running: Infinity });
    const refused = expect(other.run('c', async () => 'done')).rejects.toThrow(ImportUnderWay);
    await jest.advanceTimersByTimeAsync(60_000);
    await refused;
    expect(counts.released).toBe(0);
  });
});
