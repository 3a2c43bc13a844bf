import { Injectable } from '@nestjs/common';
import { Sessions, type FoundSession } from '#application/ports/sessions';
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
    private readonly settings: Settings,
  ) {}

  async execute(input: RefreshInput): Promise<OpenedSession> {
    const claim = this.tokens.readRefresh(input.refreshToken);
    const session = claim && (await this.sessions.find(claim.sessionId));
    if (!claim || !session || session.userId !== input.userId || fold(session.login) !== fold(input.login)) {
      throw new DomainError('REFRESH_INVALID');
    }
    if (this.isRetry(session, claim.count)) return this.opener.repeat(session, session);
    if (claim.count !== session.refreshCount) {
      await this.sessions.end(session.id);
      throw new DomainError('REFRESH_INVALID');
    }
    return (await this.opener.renew(session, session)) ?? this.afterAnother(session.id, claim.count);
  }

  private isRetry({ refreshCount, rotatedAt, foundAt }: FoundSession, count: number): boolean {
    const since = foundAt.getTime() - (rotatedAt?.getTime() ?? -Infinity);
    return count === refreshCount - 1 && since < this.settings.refreshRetrySeconds * 1000;
  }

  /**
   * It can't be renewed any more, or a twin of this call has rotated the token since this one found it good. That was no replay,
   * so it ends nothing, however long this call was held up.
   */
  private async afterAnother(sessionId: string, count: number): Promise<OpenedSession> {
    const session = await this.sessions.find(sessionId);
    if (!session || !this.isRetry(session, count)) throw new DomainError('REFRESH_INVALID');
    return this.opener.repeat(session, session);
  }
}
