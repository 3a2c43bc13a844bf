import { newId } from '#application/support/ids';
import type { AccessClaim, Lifetimes, NewSession, Session } from '#application/ports/users';
import { userId } from './demo';

export const MINUTE_MS = 60_000;
/** After a moment of no importance. */
export const minutesOn = (minutes: number) => new Date(Date.parse('2026-11-21T12:00:00.000Z') + minutes * MINUTE_MS);

/** Of the demo user, unless changed. */
export function aSession(changes: Partial<NewSession> = {}): NewSession {
  return { id: newId(), userId: userId('demo'), exclusive: false, lifetimeMinutes: 60, ...changes };
}

/** An hour for the token, two for its renewal, ten for the session, unless changed. */
export function lifetimes(changes: Partial<Lifetimes> = {}): Lifetimes {
  return { accessMs: 60 * MINUTE_MS, refreshMs: 120 * MINUTE_MS, sessionMs: 600 * MINUTE_MS, ...changes };
}

/** What the access token says that was issued with the session as it is here. */
export function tokenOf({ id: sessionId, userId, refreshCount: count, expiresAt }: Session): AccessClaim {
  return { userId, sessionId, count, expiresAt };
}
