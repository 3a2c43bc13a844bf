import { Injectable } from '@nestjs/common';
import { type AccessClaim, Sessions } from '#application/ports/users';
import type { Actor, Origin } from '#domain/access/actor';
import { DomainError } from '#domain/errors';

export type { AccessClaim } from '#application/ports/users';

/** Finds the user of an access token: the token is not expired, the session not ended, the user active. */
@Injectable()
export class Authenticate {
  constructor(private readonly sessions: Sessions) {}

  /** `agoMs`: how long ago a slow call arrived. Expiry is judged at that time; sessions ended and grants removed since then do count. */
  async execute(claim: AccessClaim, origin: Origin, agoMs = 0): Promise<Actor> {
    const user = await this.sessions.user(claim, agoMs);
    if (!user) throw new DomainError('TOKEN_INVALID');
    return { ...user, origin };
  }
}
