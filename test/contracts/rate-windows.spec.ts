import { newId } from '#application/support/ids';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';
import { report } from './support/report';

/** Long enough that none ends while a test runs. */
const [DAY, WEEK, YEAR] = [86_400, 7 * 86_400, 365 * 86_400];
const CALLS = 64;

/** How often a client calls, for all replicas together. */
describeContract('RateWindows', { empty: true }, (archive, { implementation, open }) => {
  const count = async (clientId: string, ...seconds: number[]) =>
    (await archive.rateWindows.count(clientId, seconds)).map((window) => window.calls);

  it('counts in each window, and returns the requested order', async () => {
    const client = newId();
    const windows = await archive.rateWindows.count(client, [WEEK, DAY, YEAR]);
    expect(windows.map(({ seconds, calls }) => [seconds, calls])).toEqual([
      [WEEK, 1],
      [DAY, 1],
      [YEAR, 1],
    ]);
    expect(await count(client, YEAR, DAY, WEEK)).toEqual([2, 2, 2]);
    expect(await count(client, DAY)).toEqual([3]);
    expect(await count(client, DAY, WEEK)).toEqual([4, 3]);
  });

  it('counts a call once in a new window', async () => {
    const client = newId();
    await count(client, DAY);
    expect(await count(client, DAY, WEEK)).toEqual([2, 1]);
  });

  it('returns the end of a window: a multiple of its length on the clock of the database', async () => {
    for (const seconds of [60, DAY, WEEK]) {
      const [window] = await archive.rateWindows.count(newId(), [seconds]);
      const end = Date.now() + window!.endsInMs;
      const off = Math.abs(end - Math.round(end / (seconds * 1000)) * seconds * 1000);
      expect(off).toBeLessThan(2000);
      expect(window!.endsInMs).toBeLessThanOrEqual(seconds * 1000);
    }
  });

  it.each([
    ['that has called before', true],
    ['that never called before', false],
  ])(`counts each of ${CALLS} concurrent calls of a client %s once`, async (title, known) => {
    const client = newId();
    if (known) await count(client, DAY, WEEK, YEAR);
    const answers = await atOnce(CALLS, () => count(client, DAY, WEEK, YEAR));
    const after = await count(client, DAY, WEEK, YEAR);
    report(implementation, `${CALLS} calls at once of a client ${title}: counted ${after.map((calls) => calls - 1).join(', ')}`);
    const expected = CALLS + (known ? 2 : 1);
    expect(after).toEqual([expected, expected, expected]);
    expect(Math.max(...answers.flat())).toBe(expected - 1);
  });

  it('separates clients', async () => {
    const [one, other] = [newId(), newId()];
    for (let call = 0; call < 3; call++) await count(one, DAY);
    expect(await count(other, DAY)).toEqual([1]);
    expect(await count(one, DAY)).toEqual([4]);
  });

  it('removes windows that ended more than a day ago, in batches, and keeps counting', async () => {
    const own = await open({ empty: true });
    const [old, living] = [newId(), newId()];
    await own.rateWindows.count(old, [1, 60]);
    await own.rateWindows.count('from 203.0.113.7', [1]);
    expect(await own.rateWindows.forgetOld(await own.databaseNow(), 100)).toBe(0);
    await own.ageRateWindows((DAY + 100) * 1000);
    await own.rateWindows.count(living, [1, YEAR]);
    let removed = 0;
    for (let count = 1; count > 0; removed += count) count = await own.rateWindows.forgetOld(await own.databaseNow(), 1);
    expect(removed).toBe(3);
    expect((await own.rateWindows.count(living, [YEAR])).map(({ calls }) => calls)).toEqual([2]);
    expect((await own.rateWindows.count(old, [1, 60])).map(({ calls }) => calls)).toEqual([1, 1]);
    await own.close();
  });

  it('starts a new window by the clock of the database, not of the application', async () => {
    const own = await open({ empty: true });
    const client = newId();
    const counted = async () => (await own.rateWindows.count(client, [DAY, WEEK])).map(({ calls }) => calls);
    expect([await counted(), await counted()]).toEqual([
      [1, 1],
      [2, 2],
    ]);
    own.clock.set(new Date('2099-01-01T00:00:00.000Z'));
    expect(await counted()).toEqual([3, 3]);
    await own.ageRateWindows(7 * WEEK * 1000);
    expect([await counted(), await counted()]).toEqual([
      [1, 1],
      [2, 2],
    ]);
    await own.close();
  });
});
