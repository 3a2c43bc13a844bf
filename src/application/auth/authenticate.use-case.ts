import { Injectable } from '@nestjs/common';
import { Sessions } from '#application/ports/sessions';
import type { AccessClaim } from '#application/ports/secrets';
import type { Actor, Origin } from '#domain/access/actor';
import { DomainError } from '#domain/errors';

export type { AccessClaim } from '#application/ports/secrets';

/** The user of what a token says: its time is not over, its session alive, its user active. */
@Injectable()
export class Authenticate {
  constructor(private readonly sessions: Sessions) {}

  /** `agoMs`: how long ago the call came, if it has taken a while; what was ended or taken away since then counts all the same. */
  async execute(claim: AccessClaim, origin: Origin, agoMs = 0): Promise<Actor> {
    const user = await this.sessions.user(claim, agoMs);
    if (!user) throw new DomainError('TOKEN_INVALID');
    return { ...user, origin };
  }
}
