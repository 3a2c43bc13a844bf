import { TimeZone } from '#application/support/time-zone';
import { forecast } from '#domain/workflows/forecast';
import type { Deadline, WorkingTime } from '#domain/workflows/workflow-definition';

const NIGHT_SHIFT: WorkingTime = { days: [0, 1, 2, 3, 4, 5, 6], from: 0, until: 8 * 60, holidays: [] };

/** In real time zones, where clocks are changed. */
describe('the forecast of a task', () => {
  it.each<[string, string, string, Deadline, string]>([
    // 01:30 comes twice on 2026-11-01 in New York, 02:30 on 2026-10-25 in Berlin.
    ['in the first of two hours', 'America/New_York', '2026-11-01T05:30:00.000Z', { amount: 10, unit: 'working-minutes' }, '2026-11-01T05:40:00.000Z'],
    ['in the second of two hours', 'America/New_York', '2026-11-01T06:30:00.000Z', { amount: 10, unit: 'working-minutes' }, '2026-11-01T06:40:00.000Z'],
    ['in the second of two hours, in the east', 'Europe/Berlin', '2026-10-25T01:30:00.000Z', { amount: 10, unit: 'working-minutes' }, '2026-10-25T01:40:00.000Z'],
    // 02:00 to 03:00 does not come on 2026-03-08 in New York.
    ['before an hour that is skipped', 'America/New_York', '2026-03-08T06:50:00.000Z', { amount: 20, unit: 'working-minutes' }, '2026-03-08T07:10:00.000Z'],
    ['over a day of 23 hours', 'America/New_York', '2026-03-07T17:00:00.000Z', { amount: 1, unit: 'days' }, '2026-03-08T16:00:00.000Z'],
    ['over a day of 25 hours', 'America/New_York', '2026-10-31T16:00:00.000Z', { amount: 1, unit: 'days' }, '2026-11-01T17:00:00.000Z'],
    ['in São Paulo, where they no longer are', 'America/Sao_Paulo', '2026-10-31T09:00:00.000Z', { amount: 3, unit: 'working-hours' }, '2026-11-01T04:00:00.000Z'],
  ])('is no earlier than the work allows: %s', (_, zone, from, deadline, until) => {
    expect(forecast(deadline, new Date(from), NIGHT_SHIFT, new TimeZone(zone))?.toISOString()).toBe(until);
  }); // prettier-ignore
});
