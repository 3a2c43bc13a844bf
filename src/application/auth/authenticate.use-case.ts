import { Injectable } from '@nestjs/common';
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
  ) {}

  /** `agoMs`: how long ago the call came, if it has taken a while; what was ended or taken away since then counts all the same. */
  async execute(token: string, origin: Origin, agoMs = 0): Promise<Actor> {
    const claim = this.tokens.readAccess(token);
    const user = claim && (await this.sessions.user(claim, agoMs));
    if (!user) throw new DomainError('TOKEN_INVALID');
    return { ...user, origin };
  }
}
