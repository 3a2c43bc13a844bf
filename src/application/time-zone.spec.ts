import { TimeZone } from './time-zone';

describe('the time zone of the service', () => {
  const saoPaulo = new TimeZone('America/Sao_Paulo');
  const berlin = new TimeZone('Europe/Berlin');

  it('knows when a day begins and ends', () => {
    expect(saoPaulo.startOf('2026-11-21').toISOString()).toBe('2026-11-21T03:00:00.000Z');
    expect(saoPaulo.endOf('9999-12-31').toISOString()).toBe('+010000-01-01T02:59:59.999Z');
    expect(saoPaulo.endOf('2026-11-21').toISOString()).toBe('2026-11-22T02:59:59.999Z');
  });

  it('has days of 23 and 25 hours where clocks are changed', () => {
    const hours = (day: string) => (berlin.endOf(day).getTime() + 1 - berlin.startOf(day).getTime()) / 3_600_000;
    expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-06-01')]).toEqual([23, 25, 24]);
  });

  it('writes instants with its offset', () => {
    expect(saoPaulo.iso(new Date('2026-11-21T17:00:00.123Z'))).toBe('2026-11-21T14:00:00.123-03:00');
    expect(berlin.iso(new Date('2026-07-01T10:00:00Z'))).toBe('2026-07-01T12:00:00.000+02:00');
  });
});
