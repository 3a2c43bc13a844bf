import type { SessionUser } from '#domain/access/actor';
import type { AccessClaim } from './secrets';

export interface NewSession {
  id: string;
  userId: string;
  /** Ends every other session of its user, and is ended by the next one. */
  exclusive: boolean;
  lifetimeMinutes: number;
}

export interface Session extends NewSession {
  expiresAt: Date;
  /** How often the refresh token was rotated: only the token of this count is valid. */
  refreshCount: number;
  refreshExpiresAt: Date;
  openedAt: Date;
  /** When it was rotated last. */
  rotatedAt: Date | null;
}

/** How long from now what is issued is good, in milliseconds; and how long, from its opening, the session can live at all. */
export interface Lifetimes {
  accessMs: number;
  refreshMs: number;
  sessionMs: number;
}

export interface FoundSession extends Session {
  login: string;
  name: string;
  /** The moment at which it was as it is here. */
  foundAt: Date;
}

/** How long an access token still works that a renewal has replaced (contract §5): for calls that were on their way. */
export const REPLACED_TOKEN_MS = 60_000;

/** Every moment is the database's: the clocks of replicas differ, and jump. */
export abstract class Sessions {
  /** Stores the session and ends those that it, or its being exclusive, puts an end to; null when nobody may open it. */
  abstract open(session: NewSession, lifetimes: Lifetimes, verifiedHash: string): Promise<Session | null>;
  /** A session that is not ended, of an active user, with the user's names. */
  abstract find(sessionId: string): Promise<FoundSession | null>;
  /**
   * The user of a live session with all grants, in one query; null when the token is not, or no longer, good, the session over,
   * or the user inactive. `agoMs`: whatever time alone does since then does not count; what was ended since then does.
   */
  abstract user(claim: AccessClaim, agoMs?: number): Promise<SessionUser | null>;
  /** Moves on to the next refresh token, if this one can still be used; null when another call did, or the session ended. */
  abstract rotate(session: Session, lifetimes: Lifetimes): Promise<Session | null>;
  abstract end(sessionId: string): Promise<void>;
  abstract endAll(userId: string): Promise<void>;
  /** Removes sessions that were over before then, at most `limit`; says how many. */
  abstract forgetOld(before: Date, limit: number): Promise<number>;
}
