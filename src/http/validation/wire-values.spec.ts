import { TimeZone } from '#application/support/time-zone';
import { readFlag, readGuid, readInteger, readMoment, readWireDay, NO_SUCH_DAY, REFUSED } from './wire-values';

const ID = '4298ca74-82ac-4fc2-95b3-33c176ff4323';
const zone = new TimeZone('America/Sao_Paulo');

describe('values on the wire', () => {
  it.each([
    [ID, ID],
    [ID.toUpperCase(), ID],
    [`{${ID}}`, ID],
    [`{${ID.toUpperCase()}}`, ID],
    [` ${ID} `, ID],
    [`{${ID}`, REFUSED],
    [`${ID}}`, REFUSED],
    [`(${ID})`, REFUSED],
    [ID.replaceAll('-', ''), REFUSED],
    [`${ID}0`, REFUSED],
    [ID.replace('-', '_'), REFUSED],
    [ID.slice(1), REFUSED],
    [1, REFUSED],
    [null, REFUSED],
  ])('GUID %j', (raw, expected) => {
    expect(readGuid(raw)).toBe(expected);
  });

  it.each([
    [true, true],
    ['TRUE', true],
    [1, true],
    ['1', true],
    [false, false],
    ['False', false],
    [0, false],
    ['0', false],
    ...['yes', 'sim', 'S', 'on', '2', '-1', '01', 'truee', 'null', '1.0', 'verdadeiro'].map((raw) => [raw, REFUSED]),
    ...[2, -1, 1.5, [], [true], {}].map((raw) => [raw, REFUSED]),
    ['', REFUSED],
  ])('flag %j', (raw, expected) => {
    expect(readFlag(raw)).toBe(expected);
  });

  it.each([
    [12, 12],
    ['12', 12],
    [' 7 ', 7],
    ['+5001', 5001],
    ['05001', 5001],
    ['1.5', REFUSED],
    ['0x1389', REFUSED],
    ['5,001', REFUSED],
    ['5001a', REFUSED],
    ['Infinity', REFUSED],
    [1.5, REFUSED],
    ['1e3', REFUSED],
    ['99999999999999999', REFUSED],
    [true, REFUSED],
    [[1], REFUSED],
  ])('integer %j', (raw, expected) => {
    expect(readInteger(raw)).toBe(expected);
  });

  it.each([
    ['21/11/2026', '2026-11-21T03:00:00.000Z'],
    ['21/11/2026 14:30', '2026-11-21T17:30:00.000Z'],
    ['2026-11-21 14:30:05', '2026-11-21T17:30:05.000Z'],
    ['2026-11-21T14:30:05.250', '2026-11-21T17:30:05.250Z'],
    ['2026-11-21T14:30:05Z', '2026-11-21T14:30:05.000Z'],
    ['2026-11-21T14:30:05+0200', '2026-11-21T12:30:05.000Z'],
    // A day, as programs write it.
    ['2026-11-21T00:00:00.000Z', '2026-11-21T03:00:00.000Z'],
    ['2026-11-21T00:00:00.001Z', '2026-11-21T00:00:00.001Z'],
  ])('moment %j', (raw, expected) => {
    expect((readMoment(raw, 'start', zone) as Date).toISOString()).toBe(expected);
  });

  it.each([
    ['21/11/2026 23:30', '2026-11-21'],
    ['2026-11-21T23:30:00', '2026-11-21'],
    ['2026-11-22T01:30:00.000Z', '2026-11-21'],
    ['2026-11-22t01:30:00.000z', '2026-11-21'],
    ['2026-11-21T00:00Z', '2026-11-21'],
    ['2026-11-21T00:00:00-00:00', '2026-11-21'],
    ['2026-11-21T03:00:00.000Z', '2026-11-21'],
    ['2026-11-21T22:30:00-05:00', '2026-11-22'],
    ['9999-12-31T22:30:00-05:00', NO_SUCH_DAY],
    ['31/02/2026 10:00', NO_SUCH_DAY],
    ['2026-11-21T10', REFUSED],
  ])('the day of %j', (raw, expected) => {
    expect(readWireDay(raw, zone)).toBe(expected);
  });

  it.each(['31/02/2026', '29/02/2023', '00/01/2024', '01/00/2024', '2024-02-30', '31/02/2024 10:00', '2026-13-01T10:00:00Z'])(
    '%j is a moment on a nonexistent day',
    (raw) => {
      expect(readMoment(raw, 'start', zone)).toBe(NO_SUCH_DAY);
    },
  );

  it.each(['21/11/2026 25:00', '01/01/2024 24:00', '1/1/2024', '01/01/24', '2024/01/01', '01/01/2024T', 'amanhã', '2026', 20261121, ''])(
    '%j is not a moment',
    (raw) => {
      expect(readMoment(raw, 'start', zone)).toBe(REFUSED);
    },
  );
});
