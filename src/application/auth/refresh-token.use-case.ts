import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/clock';
import { Sessions } from '#application/ports/sessions';
import { Tokens } from '#application/ports/secrets';
import { DomainError } from '#domain/errors';
import { fold } from '#domain/text';
import { SessionOpener, type OpenedSession } from './session-opener';

export interface RefreshInput {
  userId: string;
  login: string;
  refreshToken: string;
}

/** Operation 1.2. Each refresh token works once; one that comes back was copied, so it ends its session. */
@Injectable()
export class RefreshToken {
  constructor(
    private readonly sessions: Sessions,
    private readonly tokens: Tokens,
    private readonly opener: SessionOpener,
    private readonly clock: Clock,
  ) {}

  async execute(input: RefreshInput): Promise<OpenedSession> {
    const now = this.clock.now();
    const claim = this.tokens.readRefresh(input.refreshToken);
    const session = claim && (await this.sessions.find(claim.sessionId));
    if (!claim || !session || session.userId !== input.userId || fold(session.login) !== fold(input.login)) {
      throw new DomainError('REFRESH_INVALID');
    }
    if (claim.count !== session.refreshCount) return this.refuseCopy(session.id, now);
    if (session.refreshExpiresAt <= now) throw new DomainError('REFRESH_INVALID');
    return (await this.opener.renew(session, session, now)) ?? this.refuseCopy(session.id, now);
  }

  private async refuseCopy(sessionId: string, now: Date): Promise<never> {
    await this.sessions.end(sessionId, now);
    throw new DomainError('REFRESH_INVALID');
  }
}
