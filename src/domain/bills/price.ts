import { Amount, least } from './amount';
import type { Terms } from './contract';

/** What earlier bills say of a service line. */
export interface History {
  /** Whether one charged its initial package. */
  initialPaid: boolean;
  /** How much of the initial package they have used up. */
  initialUsed: Amount;
}

export const NO_HISTORY: History = { initialPaid: false, initialUsed: Amount.ZERO };

export interface Price {
  price: Amount;
  /** Of the initial package, in this period; null without one. */
  initialUsed: Amount | null;
}

/**
 * The price rule (operation 3.2). The initial package is paid with the first bill that knows it and covers what is used until nothing of it
 * is left; while it covers all of a period, nothing else is charged. Then the periodic package is charged whatever was used,
 * and what exceeds it by unit packages, rounded up. The discount goes off the sum.
 */
export function priceOf({ initial, periodic, unit, discount }: Terms, used: Amount, history: History): Price {
  const left = (initial?.quantity ?? Amount.ZERO).minus(history.initialUsed);
  const initialUsed = least(used, left);
  const beyond = used.minus(initialUsed);
  let price = initial && !history.initialPaid ? initial.price : Amount.ZERO;
  if (left.isZero || !beyond.isZero) {
    const excess = beyond.minus(periodic?.quantity ?? Amount.ZERO);
    if (periodic) price = price.plus(periodic.price);
    if (unit) price = price.plus(unit.price.times(excess.packagesOf(unit.quantity)));
  }
  return { price: price.lessPercent(discount), initialUsed: initial && initialUsed };
}
