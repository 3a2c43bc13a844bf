import { MOST_TRIES, nextTryAt } from './back-off';

const at = new Date('2026-11-23T09:30:00Z');
const waited = (tries: number, random = 0.5, retryAfterSeconds?: number): number =>
  (nextTryAt({ at, tries, retryAfterSeconds }, random).getTime() - at.getTime()) / 1000;

describe('retry delays of a webhook', () => {
  it('are 5 s, 30 s, 2, 10, 30 min, 1 h, 2 h, then 3 h each', () => {
    const waits = Array.from({ length: 10 }, (_, i) => waited(i + 1));
    expect(waits).toEqual([5, 30, 120, 600, 1800, 3600, 7200, 10_800, 10_800, 10_800]);
    expect([waited(0), waited(1_000_000)]).toEqual([5, 10_800]);
  });

  it('vary by up to 20 %', () => {
    expect([waited(2, 0), waited(2, 0.25), waited(2, 0.999999)]).toEqual([24, 27, 36]);
  });

  it.each<[string, number, number, number]>([
    ['longer than the schedule', 1, 60, 60],
    ['shorter than the schedule', 3, 1, 120],
    ['at once', 1, 0, 5],
    ['an hour and more', 1, 999_999_999, 3600],
    ['less than an hour, after many tries', 20, 3000, 10_800],
  ])('follow the request of the receiver: %s', (_, tries, asked, expected) => expect(waited(tries, 0.5, asked)).toBe(expected));

  it('last for three days, with thirty tries', () => {
    let now = at;
    for (let tries = 1; tries < MOST_TRIES; tries++) now = nextTryAt({ at: now, tries, retryAfterSeconds: 0 }, 0.5);
    const hours = (now.getTime() - at.getTime()) / 3_600_000;
    expect(hours).toBeGreaterThan(68);
    expect(hours).toBeLessThan(73);
  });
});
