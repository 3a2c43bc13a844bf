import { setTimeout as sleep } from 'node:timers/promises';
import { Throttle } from '#application/access/throttle';
import { newId } from '#application/support/ids';
import type { RateWindows } from '#application/ports/access';
import type { Settings } from '#application/support/settings';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';

/** Long enough not to end while a test runs. */
const YEAR = 365 * 86_400;
const LIMIT = 200;

/** Limits of calls, over the counts that all replicas share. */
describeContract('Throttle', { empty: true }, (archive) => {
  /** One process, and how often it has asked the database. */
  function replica(limit = LIMIT, seconds = YEAR) {
    let asked = 0;
    const windows = {
      count: (...parameters: Parameters<RateWindows['count']>) => {
        asked++;
        return archive.rateWindows.count(...parameters);
      },
    } as RateWindows;
    const throttle = new Throttle(windows, { rateLimits: [{ seconds, limit }], userRateLimits: [] } as unknown as Settings);
    const call = async (caller: string) => (await throttle.count(caller))[0]!.remaining;
    return { call, asked: () => asked };
  }
  const passed = (remaining: readonly number[]) => remaining.filter((each) => each >= 0).length;

  it('allows exactly the limit in one process, and returns the remaining calls', async () => {
    const { call, asked } = replica();
    const caller = newId();
    const remaining: number[] = [];
    for (let made = 0; made < LIMIT + 20; made++) remaining.push(await call(caller));
    expect(remaining.slice(0, LIMIT)).toEqual(Array.from({ length: LIMIT }, (_, index) => LIMIT - index - 1));
    expect(passed(remaining)).toBe(LIMIT);
    expect(asked()).toBeLessThan(LIMIT / 4);
  });

  it('allows exactly the limit in several processes that are all asked until they refuse', async () => {
    const replicas = [replica(), replica(), replica()];
    const caller = newId();
    const remaining = await atOnce(16, async (index) => {
      const { call } = replicas[index % replicas.length]!;
      const own: number[] = [];
      for (let made = 0; made < 40; made++) own.push(await call(caller));
      return own;
    });
    expect(passed(remaining.flat())).toBe(LIMIT);
  });

  it('counts each call in the database with a low limit', async () => {
    const [one, other] = [replica(4), replica(4)];
    const caller = newId();
    const remaining: number[] = [];
    for (let made = 0; made < 3; made++) remaining.push(await one.call(caller), await other.call(caller));
    expect(remaining).toEqual([3, 2, 1, 0, -1, -1]);
  });

  it('counts allowed calls also when the database did not answer', async () => {
    const caller = newId();
    let isDown = false;
    const windows = {
      count: (...parameters: Parameters<RateWindows['count']>) =>
        isDown ? Promise.reject(new Error('down')) : archive.rateWindows.count(...parameters),
    } as RateWindows;
    const throttle = new Throttle(windows, { rateLimits: [{ seconds: YEAR, limit: LIMIT }], userRateLimits: [] } as unknown as Settings);
    for (let made = 0; made < 4; made++) await throttle.count(caller);
    isDown = true;
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => throttle.count(caller)));
    expect(answers.some(({ status }) => status === 'rejected')).toBe(true);
    isDown = false;
    const passedThen = answers.filter(({ status }) => status === 'fulfilled').length;
    const after = await atOnce(LIMIT, () => throttle.count(caller));
    expect(passed(after.map(([state]) => state!.remaining))).toBe(LIMIT - 4 - passedThen);
  });

  it('counts calls in the windows in which they have passed', async () => {
    const settings = { rateLimits: [1, YEAR].map((seconds) => ({ seconds, limit: LIMIT })), userRateLimits: [] } as unknown as Settings;
    const throttle = new Throttle(archive.rateWindows, settings);
    const caller = newId();
    for (let made = 0; made < 4; made++) await throttle.count(caller);
    await sleep(1100);
    const states = await throttle.count(caller);
    expect(states.map(({ remaining }) => remaining)).toEqual([LIMIT - 1, LIMIT - 5]);
  });
});
