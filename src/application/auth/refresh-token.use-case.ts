import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/clock';
import { Sessions, type Session } from '#application/ports/sessions';
import { Tokens } from '#application/ports/secrets';
import { Settings } from '#application/settings';
import { DomainError } from '#domain/errors';
import { fold } from '#domain/text';
import { SessionOpener, type OpenedSession } from './session-opener';

export interface RefreshInput {
  userId: string;
  login: string;
  refreshToken: string;
}

/**
 * Operation 1.2. Each refresh token works once; one that comes back was copied, so it ends its session. Only the very last one
 * may come back for a short while: its answer may have been lost on the way, and gets the same successor (ADR 0014).
 */
@Injectable()
export class RefreshToken {
  constructor(
    private readonly sessions: Sessions,
    private readonly tokens: Tokens,
    private readonly opener: SessionOpener,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  async execute(input: RefreshInput): Promise<OpenedSession> {
    const now = this.clock.now();
    const claim = this.tokens.readRefresh(input.refreshToken);
    const session = claim && (await this.sessions.find(claim.sessionId, now));
    if (!claim || !session || session.userId !== input.userId || fold(session.login) !== fold(input.login)) {
      throw new DomainError('REFRESH_INVALID');
    }
    if (this.isRetry(session, claim.count, now)) return this.opener.repeat(session, session, now);
    if (claim.count !== session.refreshCount) return this.refuseCopy(session.id, now);
    if (session.refreshExpiresAt <= now) throw new DomainError('REFRESH_INVALID');
    return (await this.opener.renew(session, session, now)) ?? this.afterAnother(session.id, claim.count, now);
  }

  private isRetry(session: Session, count: number, now: Date): boolean {
    const since = now.getTime() - (session.rotatedAt?.getTime() ?? -Infinity);
    return count === session.refreshCount - 1 && since < this.settings.refreshRetryMs;
  }

  /** A twin of this call has rotated the token at this moment. */
  private async afterAnother(sessionId: string, count: number, now: Date): Promise<OpenedSession> {
    const session = await this.sessions.find(sessionId, now);
    return session && this.isRetry(session, count, now) ? this.opener.repeat(session, session, now) : this.refuseCopy(sessionId, now);
  }

  private async refuseCopy(sessionId: string, now: Date): Promise<never> {
    await this.sessions.end(sessionId, now);
    throw new DomainError('REFRESH_INVALID');
  }
}
