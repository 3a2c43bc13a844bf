export abstract class PasswordHasher {
  abstract hash(password: string): Promise<string>;
  /** With `null` it takes as long as with a hash, and answers false. */
  abstract verify(passwordHash: string | null, password: string): Promise<boolean>;
  abstract needsRehash(passwordHash: string): boolean;
}

export abstract class Tokens {
  abstract issueAccess(userId: string, sessionId: string, expiresAt: Date, issuedAt: Date): string;
  /** The session of a token that is ours, unaltered and not expired. */
  abstract readAccess(token: string, at: Date): { userId: string; sessionId: string } | null;
  abstract issueRefresh(sessionId: string, count: number): string;
  abstract readRefresh(token: string): { sessionId: string; count: number } | null;
}
