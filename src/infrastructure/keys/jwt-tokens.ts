import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { guidFrom } from '#application/ids';
import { Tokens, type AccessClaim } from '#application/ports/secrets';
import type { Keys } from './key-files';

const ISSUER = 'acervo';
const AUDIENCE = 'acervo-api';
const ALGORITHM = 'HS256';
const LONGEST_TOKEN = 4096;
const MOST_KEPT = 10_000;

const GUID_BYTES = 16;
const COUNT_BYTES = 4;
const MAC_BYTES = 32;

const guidBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

/**
 * Access tokens are JWTs of one algorithm; a checked one is remembered, because checking costs more than all else in a small
 * request. That its time is not over and the session still lives is not its business. Refresh tokens name session and count.
 */
export class JwtTokens extends Tokens {
  /** As a key object: given as text, the library first tries to read it as a certificate, 45 times slower. */
  private readonly key: KeyObject;
  private readonly checked = new Map<string, AccessClaim>();

  constructor(keys: Keys) {
    super();
    this.key = createSecretKey(Buffer.from(keys.jwt.reveal()));
  }

  issueAccess({ userId, sessionId, count, expiresAt }: AccessClaim, issuedAt: Date): string {
    const payload = {
      sid: sessionId,
      cnt: count,
      iat: Math.floor(issuedAt.getTime() / 1000),
      exp: Math.floor(expiresAt.getTime() / 1000),
    };
    return jwt.sign(payload, this.key, { algorithm: ALGORITHM, issuer: ISSUER, audience: AUDIENCE, subject: userId });
  }

  readAccess(token: string): AccessClaim | null {
    const known = this.checked.get(token);
    if (known) return known;
    const claim = token.length <= LONGEST_TOKEN ? this.check(token) : null;
    if (!claim) return null;
    if (this.checked.size >= MOST_KEPT) this.checked.clear();
    this.checked.set(token, claim);
    return claim;
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

  private check(token: string): AccessClaim | null {
    try {
      const payload = jwt.verify(token, this.key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        // By this machine's clock it would be.
        ignoreExpiration: true,
        ignoreNotBefore: true,
      }) as jwt.JwtPayload;
      const { sub, sid, cnt, exp, nbf } = payload;
      // We issue none that begins later.
      if (nbf !== undefined) return null;
      return typeof sub === 'string' && typeof sid === 'string' && typeof cnt === 'number' && typeof exp === 'number'
        ? { userId: sub, sessionId: sid, count: cnt, expiresAt: new Date(exp * 1000) }
        : null;
    } catch {
      return null;
    }
  }

  private mac(body: Buffer): Buffer {
    return createHmac('sha256', this.key).update('refresh/v1').update(body).digest();
  }
}
