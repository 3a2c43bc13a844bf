import type { SessionUser } from '#domain/access/actor';
import type { AccessClaim } from './secrets';

export interface NewSession {
  id: string;
  userId: string;
  /** Opening it ends all other sessions of the user; the next session ends it. */
  exclusive: boolean;
  lifetimeMinutes: number;
}

export interface Session extends NewSession {
  expiresAt: Date;
  /** Number of rotations of the refresh token: only the token with this count is valid. */
  refreshCount: number;
  refreshExpiresAt: Date;
  openedAt: Date;
  /** Time of the last rotation. */
  rotatedAt: Date | null;
}

/** Lifetimes of tokens from now, and of the session from its opening, in milliseconds. */
export interface Lifetimes {
  accessMs: number;
  refreshMs: number;
  sessionMs: number;
}

export interface FoundSession extends Session {
  login: string;
  name: string;
  /** Time of the query. */
  foundAt: Date;
}

/** A session as it is shown to people. */
export interface OpenSession extends Pick<Session, 'id' | 'exclusive' | 'openedAt'> {
  /** The last renewal, or the opening. */
  renewedAt: Date;
  /** Until then it can be renewed. */
  endsAt: Date;
}

/** How long a replaced access token stays valid, for calls in flight. */
export const REPLACED_TOKEN_MS = 60_000;

/** All times are the database's: the clocks of replicas differ and may jump. */
export abstract class Sessions {
  /** Stores the session and ends those that it replaces; null when the user may not open one. */
  abstract open(session: NewSession, lifetimes: Lifetimes, verifiedHash: string): Promise<Session | null>;
  /** A session that has not ended, of an active user, with the user's names. */
  abstract find(sessionId: string): Promise<FoundSession | null>;
  /**
   * The user of a valid access token with all grants, in one query; null when the token is invalid or expired, the session has ended, or
   * the user is inactive. `agoMs`: expiry during that time is ignored; sessions ended in that time are not.
   */
  abstract user(claim: AccessClaim, agoMs?: number): Promise<SessionUser | null>;
  /** The same of a user who is not calling, with whose rights the service works on its own; null: none, or inactive. */
  abstract actor(userId: string): Promise<SessionUser | null>;
  /** Moves on to the next refresh token if this one is still usable; null when another call did so first, or the session has ended. */
  abstract rotate(session: Session, lifetimes: Lifetimes): Promise<Session | null>;
  abstract end(sessionId: string): Promise<void>;
  /** Those that may still be used or renewed, the newest 500. */
  abstract ofUser(userId: string): Promise<OpenSession[]>;
  /** False: the user has no such session, or it has ended. */
  abstract endOf(userId: string, sessionId: string): Promise<boolean>;
  abstract endAll(userId: string): Promise<void>;
  /** Removes at most `limit` sessions that ended before then; answers the number. */
  abstract forgetOld(before: Date, limit: number): Promise<number>;
}
