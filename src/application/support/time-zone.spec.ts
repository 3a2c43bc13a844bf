import { TimeZone } from './time-zone';

describe('the time zone of the service', () => {
  const saoPaulo = new TimeZone('America/Sao_Paulo');
  const berlin = new TimeZone('Europe/Berlin');

  it('calculates when a day begins and ends', () => {
    expect(saoPaulo.startOf('2026-11-21').toISOString()).toBe('2026-11-21T03:00:00.000Z');
    expect(saoPaulo.endOf('9999-12-31').toISOString()).toBe('+010000-01-01T02:59:59.999Z');
    expect(saoPaulo.endOf('2026-11-21').toISOString()).toBe('2026-11-22T02:59:59.999Z');
  });

  it('has days of 23 and 25 hours at clock changes', () => {
    const hours = (day: string) => (berlin.endOf(day).getTime() + 1 - berlin.startOf(day).getTime()) / 3_600_000;
    expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-06-01')]).toEqual([23, 25, 24]);
  });

  it.each([
    ['in the west, where the first hour is skipped', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', 23],
    ['in the west, where the last hour comes twice', 'America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00.000Z', 25],
    ['in the east, where the first hour is skipped', 'Asia/Beirut', '2024-03-31', '2024-03-30T22:00:00.000Z', 23],
    ['in the east, where the last hour comes twice', 'Asia/Beirut', '2024-10-26', '2024-10-25T21:00:00.000Z', 25],
    ['where the first hour comes twice', 'America/Havana', '2024-11-03', '2024-11-03T04:00:00.000Z', 25],
  ])('has neither gaps nor overlaps between days: %s', (_, name, day, starts, hours) => {
    const zone = new TimeZone(name);
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    expect(zone.startOf(day).toISOString()).toBe(starts);
    expect(zone.endOf(day).getTime() + 1).toBe(zone.startOf(next).getTime());
    expect((zone.endOf(day).getTime() + 1 - zone.startOf(day).getTime()) / 3_600_000).toBe(hours);
    expect([zone.iso(zone.startOf(day)), zone.iso(zone.endOf(day))].map((text) => text.slice(0, 10))).toEqual([day, day]);
  });

  it('writes instants with its offset', () => {
    expect(saoPaulo.iso(new Date('2026-11-21T17:00:00.123Z'))).toBe('2026-11-21T14:00:00.123-03:00');
    expect(berlin.iso(new Date('2026-07-01T10:00:00Z'))).toBe('2026-07-01T12:00:00.000+02:00');
  });
});
