import { passwordExpiry } from './user';

describe('passwordExpiry', () => {
  it.each([
    ['2026-11-21', 1, '2026-12-21'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2027-12-31', 2, '2028-02-29'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-11-21', 99, '2035-02-21'],
    ['2026-11-30', 3, '2027-02-28'],
  ])('from %s, after %d months, is %s', (today, months, expected) => {
    expect(passwordExpiry(today, months)).toBe(expected);
  });

  it('is null without a number of months', () => {
    expect(passwordExpiry('2026-11-21', null)).toBeNull();
  });
});
