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

  async execute(token: string, origin: Origin): Promise<Actor> {
    const now = this.clock.now();
    const claim = this.tokens.readAccess(token, now);
    const user = claim && (await this.sessions.user(claim.sessionId, now));
    if (!user || user.userId !== claim.userId) throw new DomainError('TOKEN_INVALID');
    if (user.unconfirmedCount === claim.count) await this.sessions.confirm(user.sessionId, claim.count);
    return { ...user, origin };
  }
}
