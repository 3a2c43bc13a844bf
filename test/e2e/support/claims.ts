import jwt from 'jsonwebtoken';
import type { AccessClaim } from '#application/auth/authenticate.use-case';

/** The claims of a token, not verified. */
export function claimOf(token: string): AccessClaim {
  const { sub, sid, cnt, exp } = jwt.decode(token) as jwt.JwtPayload;
  return { userId: sub!, sessionId: sid as string, count: cnt as number, expiresAt: new Date(exp! * 1000) };
}
