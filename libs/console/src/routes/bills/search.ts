import { isoDay } from '../../api/find';

/** The period of the address, or the last twelve months. Days are ISO. */
export function periodOf(search: URLSearchParams, today = new Date()): { from: string; to: string } {
  const before = new Date(today.getFullYear() - 1, today.getMonth(), 1);
  return { from: search.get('de') || isoDay(before), to: search.get('ate') || isoDay(today) };
}
