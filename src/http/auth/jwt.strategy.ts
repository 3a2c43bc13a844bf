import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AuthModuleOptions, PassportStrategy } from '@nestjs/passport';
import type { JwtPayload } from 'jsonwebtoken';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import { AccessTokenTerms } from '#application/auth/access-token-terms';
import { digestOfKey } from '#application/auth/api-key-text';
import { Authenticate, type AccessClaim, type KeyClaim } from '#application/auth/authenticate.use-case';
import type { Actor } from '#domain/access/actor';
import { DomainError } from '#domain/errors';
import { beginsLikeKey } from '#domain/users/api-key';
import type { HttpRequest } from '../server/request-context';
import { CallerAddress } from './caller-address';

const BEARER = /^(?:Bearer\s+)?(\S+)\s*$/i;
const LONGEST_TOKEN = 4096;

/** The only check of an access token: its signature, its issuer and its session; or of a key in its place. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) implements OnApplicationShutdown {
  constructor(
    { key, algorithm, issuer, audience }: AccessTokenTerms,
    private readonly sessions: Authenticate,
    private readonly addresses: CallerAddress,
    private readonly options: AuthModuleOptions,
  ) {
    super({
      jwtFromRequest: tokenOf,
      // jsonwebtoken takes key objects; its types do not.
      secretOrKey: key as unknown as Buffer,
      algorithms: [algorithm],
      issuer,
      audience,
      // That check uses this machine's clock; the session check, the database's.
      ignoreExpiration: true,
      jsonWebTokenOptions: { ignoreNotBefore: true },
      passReqToCallback: true,
    });
    // Passport's registry is global to the process; each application registers under its own name.
    passport.use(options.defaultStrategy as string, this);
  }

  /** The claim becomes `request.authInfo`: the session is checked again after a long upload. */
  async validate(request: HttpRequest, payload: JwtPayload): Promise<[Actor, AccessClaim]> {
    const claim = claimOf(payload);
    return [await this.sessions.execute(claim, this.addresses.originOf(request)), claim];
  }

  override authenticate(request: HttpRequest, options?: unknown): void {
    const token = tokenOf(request);
    if (token === null || !beginsLikeKey(token)) super.authenticate(request, options);
    else this.ofKey(request, token).then(([actor, claim]) => this.success(actor, claim), (error: Error) => this.error(error)); // prettier-ignore
  }

  private async ofKey(request: HttpRequest, token: string): Promise<[Actor, KeyClaim]> {
    const keyHash = digestOfKey(token);
    if (keyHash === null) throw new DomainError('TOKEN_INVALID');
    const claim = { keyHash };
    return [await this.sessions.execute(claim, this.addresses.originOf(request)), claim];
  }

  onApplicationShutdown(): void {
    passport.unuse(this.options.defaultStrategy as string);
  }
}

/** Of RFC 6750: says so where a token was sent that is none. */
export const challengeOf = ({ headersDistinct }: HttpRequest) =>
  `Bearer realm="acervo"${headersDistinct.authorization === undefined ? '' : ', error="invalid_token"'}`;

/** `Bearer` is optional. Two headers are refused: a proxy may have checked the other one. */
function tokenOf(request: HttpRequest): string | null {
  const [sent = '', ...others] = request.headersDistinct.authorization ?? [];
  const token = BEARER.exec(sent)?.[1];
  return token !== undefined && token.length <= LONGEST_TOKEN && others.length === 0 ? token : null;
}

function claimOf({ sub, sid, cnt, exp, nbf }: JwtPayload): AccessClaim {
  // Tokens of ours have no `nbf`.
  if (typeof sub === 'string' && typeof sid === 'string' && typeof cnt === 'number' && typeof exp === 'number' && nbf === undefined)
    return { userId: sub, sessionId: sid, count: cnt, expiresAt: new Date(exp * 1000) };
  throw new DomainError('TOKEN_INVALID');
}
