import { forecast, type LocalClock } from './forecast';
import type { Deadline, WorkingTime } from './workflow-definition';

/** Three hours behind UTC; on 2026-11-01 clocks go one hour ahead at midnight. */
const CHANGE = Date.UTC(2026, 10, 1, 3);
const offset = (instant: number) => (instant >= CHANGE ? -2 : -3) * 3_600_000;
const clock: LocalClock = {
  iso: (instant) => `${new Date(instant.getTime() + offset(instant.getTime())).toISOString().slice(0, -1)}-03:00`,
  instant: (local) => {
    const wall = Date.parse(`${local}Z`);
    const early = wall + 3 * 3_600_000;
    return new Date(early >= CHANGE ? wall + 2 * 3_600_000 : early);
  },
};

const OFFICE: WorkingTime = { days: [1, 2, 3, 4, 5], from: 8 * 60, until: 18 * 60, holidays: ['2026-09-07'] };
const written = /^(\d+) (.*)$/;
const deadline = (text: string): Deadline => {
  const [, amount, unit] = written.exec(text)!;
  return { amount: Number(amount), unit: unit as Deadline['unit'] };
};
/** Local times, as the wall shows them. */
const end = (text: string, from: string, workingTime: WorkingTime | null = OFFICE) => {
  const until = forecast(deadline(text), clock.instant(`${from}:00.000`), workingTime, clock);
  return until && clock.iso(until).slice(0, 16);
};

describe('the forecast of a task', () => {
  it('is null without a deadline', () => {
    expect(forecast(null, new Date(), OFFICE, clock)).toBeNull();
  });

  // 2026-09-04 is a Friday, the Monday after it a holiday.
  it.each([
    ['90 minutes', '2026-09-04T17:00', '2026-09-04T18:30'],
    ['5 hours', '2026-09-04T20:00', '2026-09-05T01:00'],
    ['3 days', '2026-09-04T17:00', '2026-09-07T17:00'],
    ['60 working-minutes', '2026-09-04T17:00', '2026-09-04T18:00'],
    ['90 working-minutes', '2026-09-04T17:00', '2026-09-08T08:30'],
    ['1 working-hours', '2026-09-05T10:00', '2026-09-08T09:00'],
    ['1 working-hours', '2026-09-08T05:00', '2026-09-08T09:00'],
    ['1 working-hours', '2026-09-08T23:59', '2026-09-09T09:00'],
    ['11 working-hours', '2026-09-08T08:00', '2026-09-09T09:00'],
    ['1 working-days', '2026-09-04T17:00', '2026-09-08T17:00'],
    ['2 working-days', '2026-09-06T12:00', '2026-09-09T18:00'],
    ['5 working-days', '2026-09-08T08:00', '2026-09-14T18:00'],
  ])('%s from %s is %s', (text, from, until) => {
    expect(end(text, from)).toBe(until);
  });

  it('counts calendar time without a work schedule', () => {
    expect(end('2 working-hours', '2026-09-06T23:00', null)).toBe('2026-09-07T01:00');
    expect(end('2 working-days', '2026-09-04T17:00', { ...OFFICE, days: [] })).toBe('2026-09-06T17:00');
  });

  it('keeps the time of day at clock changes', () => {
    expect(end('2 days', '2026-10-31T12:00')).toBe('2026-11-02T12:00');
    expect(end('36 hours', '2026-10-31T12:00')).toBe('2026-11-02T01:00');
  });

  it('always terminates', () => {
    expect(end('999999 working-days', '2026-09-04T17:00')).toBeNull();
    expect(end('999999 days', '2026-09-04T17:00')).toBeNull();
    expect(end('99999999 hours', '2026-09-04T17:00')).toBeNull();
  });
});
