import type { Settings } from '#application/support/settings';
import { sqliteArchive, type Archive } from '../contracts/support/typeorm-archive';
import { Throttle, type RateLimit, type RateState } from '#application/access/throttle';

const DAY = 86_400;

const archives: Archive[] = [];
afterEach(async () => {
  for (const archive of archives.splice(0)) await archive.close();
});

async function aThrottle(...rateLimits: RateLimit[]) {
  const archive = await sqliteArchive({ empty: true });
  archives.push(archive);
  const windows = archive.rateWindows;
  let asked = 0;
  const { count } = windows;
  windows.count = (...args) => {
    asked++;
    return count.apply(windows, args);
  };
  return {
    throttle: new Throttle(windows, { rateLimits, userRateLimits: [] as RateLimit[] } as Partial<Settings> as Settings),
    windows,
    asked: () => asked,
  };
}

describe('Throttle', () => {
  it('is off without limits', async () => {
    expect([(await aThrottle()).throttle.isOn, (await aThrottle({ seconds: 1, limit: 4 })).throttle.isOn]).toEqual([false, true]);
  });

  it('returns the remaining calls of each window after each call, in the order of the limits', async () => {
    const { throttle } = await aThrottle({ seconds: DAY, limit: 5 }, { seconds: 2 * DAY, limit: 3 });
    const rests = [];
    for (let call = 0; call < 3; call++) rests.push((await throttle.count('c')).map(({ remaining }) => remaining));
    expect(rests).toEqual([
      [4, 2],
      [3, 1],
      [2, 0],
    ]);
    const [first, second] = await throttle.count('other');
    expect([first, second]).toMatchObject([
      { seconds: DAY, limit: 5, remaining: 4 },
      { seconds: 2 * DAY, limit: 3, remaining: 2 },
    ]);
    for (const { seconds, resets } of [first!, second!]) {
      expect(Number.isInteger(resets)).toBe(true);
      expect(resets).toBeGreaterThanOrEqual(1);
      expect(resets).toBeLessThanOrEqual(seconds);
    }
  });

  it('returns a negative rest beyond the limit, and no longer asks the database for that client', async () => {
    const { throttle, asked } = await aThrottle({ seconds: DAY, limit: 2 }, { seconds: 2 * DAY, limit: 100 });
    const rests = [];
    for (let call = 0; call < 6; call++) rests.push((await throttle.count('c'))[0]!.remaining < 0);
    expect(rests).toEqual([false, false, true, true, true, true]);
    expect(asked()).toBe(2);
    expect((await throttle.count('c'))[1]!.remaining).toBe(98);
    expect((await throttle.count('other'))[0]!.remaining).toBe(1);
    expect(asked()).toBe(3);
  });

  it('asks again when the window ends, and allows calls', async () => {
    const { throttle, windows, asked } = await aThrottle({ seconds: 60, limit: 1 });
    windows.count = async () => [{ seconds: 60, calls: 2, startedAt: 0, endsInMs: 20 }];
    expect((await throttle.count('c'))[0]).toMatchObject({ remaining: -1, resets: 1 });
    windows.count = async () => [{ seconds: 60, calls: 1, startedAt: 60_000, endsInMs: 60_000 }];
    expect((await throttle.count('c'))[0]!.remaining).toBe(-1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect((await throttle.count('c'))[0]).toEqual({ seconds: 60, limit: 1, remaining: 0, resets: 60 });
    expect(asked()).toBe(0);
  });

  it('allows exactly the limit when calls overtake each other on their way to the database and back', async () => {
    const { throttle, windows } = await aThrottle({ seconds: DAY, limit: 100 });
    const { count } = windows;
    let asked = 0;
    const overtaken = () => new Promise((resolve) => setTimeout(resolve, 20 - (asked++ % 4) * 5));
    windows.count = async (...args) => {
      await overtaken();
      const answer = await count.apply(windows, args);
      await overtaken();
      return answer;
    };
    const states: RateState[][] = [];
    while (states.length < 300) states.push(...(await Promise.all(Array.from({ length: 15 }, () => throttle.count('c')))));
    expect(states.filter(([state]) => state!.remaining >= 0)).toHaveLength(100);
  });

  it('allows exactly the limit while answers of the database arrive', async () => {
    const { throttle, windows } = await aThrottle({ seconds: DAY, limit: 100 });
    const { count } = windows;
    const all: ReturnType<typeof throttle.count>[] = [];
    const calls = async () => {
      for (let call = 0; call < 12; call++) {
        all.push(throttle.count('c'));
        await null;
      }
    };
    windows.count = async (...args) => {
      const answer = await count.apply(windows, args);
      void calls();
      return answer;
    };
    while (all.length < 400) {
      const one = throttle.count('c');
      all.push(one);
      await one;
    }
    const states = await Promise.all(all);
    expect(states.filter(([state]) => state!.remaining >= 0)).toHaveLength(100);
  });

  it('asks a slow database once for all calls that wait, and refuses the rest of a flood', async () => {
    const { throttle, windows, asked } = await aThrottle({ seconds: DAY, limit: 10 });
    const { count } = windows;
    windows.count = async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return count.apply(windows, args);
    };
    const states = await Promise.all(Array.from({ length: 60 }, () => throttle.count('c')));
    expect(states.filter(([state]) => state!.remaining >= 0)).toHaveLength(10);
    expect(asked()).toBe(2);
  });

  it('leaves calls to each of many processes', async () => {
    const { throttle, windows } = await aThrottle({ seconds: DAY, limit: 2400 });
    const settings = { rateLimits: [{ seconds: DAY, limit: 2400 }], userRateLimits: [] as RateLimit[] } as Partial<Settings> as Settings;
    const processes = [throttle, ...Array.from({ length: 31 }, () => new Throttle(windows, settings))];
    const remaining: number[] = [];
    for (let turn = 0; turn < 20; turn++) for (const each of processes) remaining.push((await each.count('c'))[0]!.remaining);
    expect(remaining.filter((each) => each < 0)).toEqual([]);
  });

  it('waits for the last of the exceeded windows', async () => {
    const { throttle, windows } = await aThrottle({ seconds: 1, limit: 1 }, { seconds: 60, limit: 1 });
    windows.count = async () => [
      { seconds: 1, calls: 2, startedAt: 0, endsInMs: 10 },
      { seconds: 60, calls: 2, startedAt: 0, endsInMs: 30_000 },
    ];
    await throttle.count('c');
    await new Promise((resolve) => setTimeout(resolve, 20));
    windows.count = () => Promise.reject(new Error('asked'));
    expect((await throttle.count('c'))[1]).toMatchObject({ remaining: -1, resets: 30 });
  });
});
