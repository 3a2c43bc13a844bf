export abstract class PasswordHasher {
  abstract hash(password: string): Promise<string>;
  /** For `null` it answers false, in the same time as for a hash. */
  abstract verify(passwordHash: string | null, password: string): Promise<boolean>;
  abstract needsRehash(passwordHash: string): boolean;
}

/** The claims of an access token. */
export interface AccessClaim {
  userId: string;
  sessionId: string;
  /** Count of the refresh token issued with it. */
  count: number;
  /** Rounded to seconds. */
  expiresAt: Date;
}

export abstract class Tokens {
  abstract issueAccess(claim: AccessClaim, issuedAt: Date): string;
  abstract issueRefresh(sessionId: string, count: number): string;
  abstract readRefresh(token: string): { sessionId: string; count: number } | null;
}
