import { newId } from '#application/ids';
import type { Session } from '#application/ports/sessions';
import { userId } from './demo';

export const SESSION_START = new Date('2026-11-21T12:00:00.000Z');
export const minutesOn = (minutes: number) => new Date(SESSION_START.getTime() + minutes * 60_000);

/** Of the demo user, for an hour, unless changed. */
export function aSession(changes: Partial<Session> = {}): Session {
  return {
    id: newId(),
    userId: userId('demo'),
    exclusive: false,
    lifetimeMinutes: 60,
    expiresAt: minutesOn(60),
    refreshCount: 0,
    refreshExpiresAt: minutesOn(120),
    rotatedAt: null,
    ...changes,
  };
}
