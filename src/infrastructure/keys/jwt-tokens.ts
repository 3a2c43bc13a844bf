import { createHmac, timingSafeEqual } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { AccessTokenTerms } from '#application/auth/access-token-terms';
import { guidFrom } from '#application/support/ids';
import { Tokens, type AccessClaim } from '#application/ports/users';

const GUID_BYTES = 16;
const COUNT_BYTES = 4;
const MAC_BYTES = 32;

const guidBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

/** Access tokens are JWTs, which the strategy of src/http/auth checks. Refresh tokens name session and count. */
export class JwtTokens extends Tokens {
  constructor(private readonly terms: AccessTokenTerms) {
    super();
  }

  issueAccess({ userId, sessionId, count, expiresAt }: AccessClaim, issuedAt: Date): string {
    const payload = {
      sid: sessionId,
      cnt: count,
      iat: Math.floor(issuedAt.getTime() / 1000),
      exp: Math.floor(expiresAt.getTime() / 1000),
    };
    const { key, algorithm, issuer, audience } = this.terms;
    return jwt.sign(payload, key, { algorithm, issuer, audience, subject: userId });
  }

  issueRefresh(sessionId: string, count: number): string {
    const body = Buffer.alloc(GUID_BYTES + COUNT_BYTES);
    guidBytes(sessionId).copy(body);
    body.writeUInt32BE(count, GUID_BYTES);
    return Buffer.concat([body, this.mac(body)]).toString('base64url');
  }

  readRefresh(token: string): { sessionId: string; count: number } | null {
    const bytes = Buffer.from(token.slice(0, 200), 'base64url');
    if (bytes.length !== GUID_BYTES + COUNT_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null;
    const body = bytes.subarray(0, GUID_BYTES + COUNT_BYTES);
    if (!timingSafeEqual(this.mac(body), bytes.subarray(GUID_BYTES + COUNT_BYTES))) return null;
    return { sessionId: guidFrom(body.subarray(0, GUID_BYTES)), count: body.readUInt32BE(GUID_BYTES) };
  }

  private mac(body: Buffer): Buffer {
    return createHmac('sha256', this.terms.key).update('refresh/v1').update(body).digest();
  }
}
