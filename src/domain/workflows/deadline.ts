import { DEADLINE_UNITS, type Deadline, type DeadlineUnit } from './workflow-definition';

const WRITTEN = /^(\d{1,6}) ((?:working-)?(?:minute|hour|day))s?$/;

/** `2 working-days`; null: it is written in another way. */
export function readDeadline(text: string): Deadline | null {
  const [, amount, unit] = WRITTEN.exec(text) ?? [];
  const known = DEADLINE_UNITS.find((each) => each === `${unit}s`);
  return known ? { amount: Number(amount), unit: known } : null;
}

export function writeDeadline({ amount, unit }: { amount: number; unit: DeadlineUnit }): string {
  return `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;
}
