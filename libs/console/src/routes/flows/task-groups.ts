import type { Task } from '../../api/flows';

export const GROUPS = ['late', 'today', 'later'] as const;

/** By the reader's day. */
export function groupOf({ isLate, due }: Pick<Task, 'isLate' | 'due'>, now: Date): (typeof GROUPS)[number] {
  if (isLate) return 'late';
  return due !== null && new Date(due).toDateString() === now.toDateString() ? 'today' : 'later';
}
