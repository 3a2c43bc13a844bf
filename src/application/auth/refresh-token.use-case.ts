import { Injectable } from '@nestjs/common';
import { admits } from '#application/access/networks';
import { type FoundSession, Sessions, Tokens } from '#application/ports/users';
import { Settings } from '#application/support/settings';
import type { Origin } from '#domain/access/actor';
import { DomainError } from '#domain/errors';
import { fold } from '#domain/text';
import { SessionOpener, type OpenedSession } from './session-opener';

export interface RefreshInput {
  userId: string;
  login: string;
  refreshToken: string;
}

/**
 * Operation 1.2. Each refresh token works once; a replayed token ends its session. Only the last used token may be repeated for a short
 * time, since its answer may have been lost; it gets the same successor (ADR 0014).
 */
@Injectable()
export class RefreshToken {
  constructor(
    private readonly sessions: Sessions,
    private readonly tokens: Tokens,
    private readonly opener: SessionOpener,
    private readonly settings: Settings,
  ) {}

  async execute(input: RefreshInput, origin: Origin): Promise<OpenedSession> {
    const claim = this.tokens.readRefresh(input.refreshToken);
    const session = claim && (await this.sessions.find(claim.sessionId));
    if (!claim || !session || session.userId !== input.userId || fold(session.login) !== fold(input.login)) {
      throw new DomainError('REFRESH_INVALID');
    }
    // Before it is renewed: who is elsewhere must not make the program's own token an old one.
    if (!admits(session.networks, origin.address)) throw new DomainError('REFRESH_INVALID');
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
   * The session cannot be renewed any more, or a concurrent call rotated the token after this call had validated it. That is not a replay,
   * so the session is not ended, however long this call took.
   */
  private async afterAnother(sessionId: string, count: number): Promise<OpenedSession> {
    const session = await this.sessions.find(sessionId);
    if (!session || !this.isRetry(session, count)) throw new DomainError('REFRESH_INVALID');
    return this.opener.repeat(session, session);
  }
}
