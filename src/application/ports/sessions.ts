import type { Actor } from '#domain/access/actor';

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
}

export abstract class Sessions {
  /** Stores the session and ends those that it, or its being exclusive, puts an end to. */
  abstract open(session: Session, at: Date): Promise<void>;
  /** A session that is not ended, of an active user, with the user's names. */
  abstract find(sessionId: string): Promise<(Session & { login: string; name: string }) | null>;
  /** The user of a live session with all grants, in one query; null when the session is over or the user inactive. */
  abstract actor(sessionId: string, at: Date): Promise<Actor | null>;
  /** Moves on to the next refresh token; false when another call did, or the session ended. */
  abstract rotate(session: Session, expiresAt: Date, refreshExpiresAt: Date): Promise<boolean>;
  abstract end(sessionId: string, at: Date): Promise<void>;
}
