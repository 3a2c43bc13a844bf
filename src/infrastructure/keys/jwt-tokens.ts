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

interface Claim extends AccessClaim {
  expiresAt: number;
}

const guidBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

/**
 * Access tokens are JWTs of one algorithm; a checked one is remembered until it expires, because checking costs more than
 * all else in a small request. That the session still lives is not its business. Refresh tokens name session and count.
 */
export class JwtTokens extends Tokens {
  /** As a key object: given as text, the library first tries to read it as a certificate, 45 times slower. */
  private readonly key: KeyObject;
  private readonly checked = new Map<string, Claim>();

  constructor(keys: Keys) {
    super();
    this.key = createSecretKey(Buffer.from(keys.jwt.reveal()));
  }

  issueAccess({ userId, sessionId, count }: AccessClaim, expiresAt: Date, issuedAt: Date): string {
    const payload = {
      sid: sessionId,
      cnt: count,
      iat: Math.floor(issuedAt.getTime() / 1000),
      exp: Math.floor(expiresAt.getTime() / 1000),
    };
    return jwt.sign(payload, this.key, { algorithm: ALGORITHM, issuer: ISSUER, audience: AUDIENCE, subject: userId });
  }

  readAccess(token: string, at: Date): AccessClaim | null {
    const seconds = at.getTime() / 1000;
    const known = this.checked.get(token);
    if (known) return known.expiresAt > seconds ? known : null;
    const claim = token.length <= LONGEST_TOKEN ? this.check(token, seconds) : null;
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

  private check(token: string, seconds: number): Claim | null {
    try {
      const payload = jwt.verify(token, this.key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        clockTimestamp: Math.floor(seconds),
      }) as jwt.JwtPayload;
      const { sub, sid, cnt, exp } = payload;
      return typeof sub === 'string' && typeof sid === 'string' && typeof cnt === 'number' && typeof exp === 'number'
        ? { userId: sub, sessionId: sid, count: cnt, expiresAt: exp }
        : null;
    } catch {
      return null;
    }
  }

  private mac(body: Buffer): Buffer {
    return createHmac('sha256', this.key).update('refresh/v1').update(body).digest();
  }
}
