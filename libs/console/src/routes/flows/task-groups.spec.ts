import { groupOf } from './task-groups';

it('puts a task where its deadline says', () => {
  const now = new Date(2026, 7, 31, 12);
  const due = (day: number, hour: number) => new Date(2026, 7, day, hour).toISOString();
  expect(groupOf({ isLate: true, due: due(31, 8) }, now)).toBe('late');
  expect(groupOf({ isLate: false, due: due(31, 18) }, now)).toBe('today');
  expect(groupOf({ isLate: false, due: due(32, 0) }, now)).toBe('later');
  expect(groupOf({ isLate: false, due: null }, now)).toBe('later');
});
