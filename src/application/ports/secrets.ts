export abstract class PasswordHasher {
  abstract hash(password: string): Promise<string>;
  /** With `null` it takes as long as with a hash, and answers false. */
  abstract verify(passwordHash: string | null, password: string): Promise<boolean>;
  abstract needsRehash(passwordHash: string): boolean;
}

/** What an access token says. */
export interface AccessClaim {
  userId: string;
  sessionId: string;
  /** Of the refresh token that was issued with it. */
  count: number;
  /** In whole seconds. */
  expiresAt: Date;
}

export abstract class Tokens {
  abstract issueAccess(claim: AccessClaim, issuedAt: Date): string;
  abstract issueRefresh(sessionId: string, count: number): string;
  abstract readRefresh(token: string): { sessionId: string; count: number } | null;
}
