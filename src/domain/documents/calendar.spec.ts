import { addMonths, readDay, writeDay } from './calendar';

describe('days of the calendar', () => {
  it.each([
    ['29/02/2024', '2024-02-29'],
    ['2024-12-31', '2024-12-31'],
    ['31/04/2024', null],
    ['00/01/2024', null],
    ['1/1/2024', undefined],
    ['2024-1-1', undefined],
    ['', undefined],
  ])('%j is read as %j', (text, expected) => {
    expect(readDay(text)).toBe(expected);
  });

  it('are formatted with the day first', () => {
    expect(writeDay('2024-08-15')).toBe('15/08/2024');
  });

  it.each([
    ['2024-08-15', 60, '2029-08-15'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2024-12-31', 2, '2025-02-28'],
    ['2024-03-31', 0, '2024-03-31'],
  ])('%s and %i months is %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected);
  });
});
