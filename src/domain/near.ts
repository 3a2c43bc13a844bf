import { fold } from './text';

const MOST_NEAR = 3;
/** What shorter names have in common says nothing. */
const LEAST_COMMON = 3;
const COMMON_END = 6;
/** Bounds the comparison. */
const LONGEST = 60;

/** The names that may have been meant, the most alike first. */
export function namesNear(wanted: string, names: readonly string[]): string[] {
  const sought = fold(wanted);
  if (sought.length < LEAST_COMMON || sought.length > LONGEST) return [];
  return names
    .map((name) => ({ name, folded: fold(name) }))
    .filter(({ folded }) => folded.length <= LONGEST)
    .map(({ name, folded }) => ({ name, folded, changes: changesBetween(sought, folded) }))
    .filter(({ folded, changes }) => changes <= Math.ceil(sought.length / 5) || areAlike(sought, folded))
    .sort((a, b) => a.changes - b.changes)
    .slice(0, MOST_NEAR)
    .map(({ name }) => name);
}

/** They begin or end alike, or one holds the other. */
function areAlike(a: string, b: string): boolean {
  if (a.slice(0, LEAST_COMMON) === b.slice(0, LEAST_COMMON) || b.includes(a)) return true;
  if (a.slice(-COMMON_END) === b.slice(-COMMON_END)) return true;
  return b.length >= LEAST_COMMON && a.includes(b);
}

/** Letters to insert, leave out or replace, and neighbours to swap, so that one becomes the other. */
function changesBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const choices = [(last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + (same ? 0 : 1)];
      row.push(Math.min(...choices, isSwapped ? (before[j - 2] as number) + 1 : Infinity));
    }
    [before, last] = [last, row];
  }
  return last[b.length] as number;
}
