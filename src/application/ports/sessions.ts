import type { SessionUser } from '#domain/access/actor';

export interface Session {
  id: string;
  userId: string;
  /** Ends every other session of its user, and is ended by the next one. */
  exclusive: boolean;
  lifetimeMinutes: number;
  expiresAt: Date;
  /** How often the refresh token was rotated: only the token of this count is valid. */
  refreshCount: number;
  refreshExpiresAt: Date;
  /** When it was rotated last; null when the client has shown since that it got the new tokens. */
  rotatedAt: Date | null;
}

export abstract class Sessions {
  /** Stores the session and ends those that it, or its being exclusive, puts an end to. */
  abstract open(session: Session, at: Date, verifiedHash: string): Promise<boolean>;
  /** A session that is not ended, of an active user, with the user's names. */
  abstract find(sessionId: string, at: Date): Promise<(Session & { login: string; name: string }) | null>;
  /** The user of a live session with all grants, in one query; null when the session is over or the user inactive. */
  abstract user(sessionId: string, at: Date): Promise<SessionUser | null>;
  /** The client has got the tokens of this count: the one before is spent for good. */
  abstract confirm(sessionId: string, count: number): Promise<void>;
  /** Moves on to the next refresh token; false when another call did, or the session ended. */
  abstract rotate(session: Session, at: Date, expiresAt: Date, refreshExpiresAt: Date): Promise<boolean>;
  abstract end(sessionId: string, at: Date): Promise<void>;
  abstract endAll(userId: string, at: Date): Promise<void>;
  /** Removes sessions that were over before then, at most `limit`; says how many. */
  abstract forgetOld(before: Date, limit: number): Promise<number>;
}
