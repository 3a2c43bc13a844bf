const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits before the 1st, 2nd, … new try; the last one is that of all later ones. */
const WAITS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR];
/** Each wait is up to so much shorter or longer, so that not all come back at the same moment. */
const SPREAD = 0.2;
/** What a receiver may ask for by Retry-After. */
const LONGEST_ASKED = HOUR;
/** Tries until it is given up: with these waits, three days. */
export const MOST_TRIES = 30;

export interface FailedTry {
  at: Date;
  /** Tries that have failed in a row, this one included. */
  tries: number;
  /** By the receiver's Retry-After. */
  retryAfterSeconds?: number;
}

/**
 * When to try again. A receiver can ask for a longer wait, not for a shorter one: with `Retry-After: 0` it would be called without end.
 * @param random from 0 to below 1
 */
export function nextTryAt({ at, tries, retryAfterSeconds = 0 }: FailedTry, random: number): Date {
  const wait = WAITS[Math.min(Math.max(tries, 1), WAITS.length) - 1]! * (1 - SPREAD + 2 * SPREAD * random);
  const asked = Math.min(retryAfterSeconds * SECOND, LONGEST_ASKED);
  return new Date(at.getTime() + Math.round(Math.max(wait, asked)));
}
