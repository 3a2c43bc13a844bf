import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/clock';
import { Sessions } from '#application/ports/sessions';
import { Tokens } from '#application/ports/secrets';
import type { Actor, Origin } from '#domain/access/actor';
import { DomainError } from '#domain/errors';

/** Turns the token of a call into its user: the token is ours and in time, its session alive, its user active. */
@Injectable()
export class Authenticate {
  constructor(
    private readonly tokens: Tokens,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  now(): Date {
    return this.clock.now();
  }

  /** `at`: when the call came, if it has taken a while; what was ended or taken away since then counts all the same. */
  async execute(token: string, origin: Origin, at = this.now()): Promise<Actor> {
    const claim = this.tokens.readAccess(token, at);
    const user = claim && (await this.sessions.user(claim.sessionId, at));
    if (!user || user.userId !== claim.userId) throw new DomainError('TOKEN_INVALID');
    if (user.unconfirmedCount === claim.count) await this.sessions.confirm(user.sessionId, claim.count);
    return { ...user, origin };
  }
}
