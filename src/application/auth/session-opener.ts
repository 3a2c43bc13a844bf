import { Injectable } from '@nestjs/common';
import { newId } from '#application/ids';
import { Sessions, type Session } from '#application/ports/sessions';
import { Tokens } from '#application/ports/secrets';
import { Settings } from '#application/settings';

export interface OpenedSession {
  userId: string;
  name: string;
  login: string;
  token: string;
  expiresAt: Date;
  refreshToken: string;
  refreshExpiresAt: Date;
}

interface Owner {
  userId: string;
  name: string;
  login: string;
}

const minutesAfter = (start: Date, minutes: number) => new Date(start.getTime() + minutes * 60_000);

/** Opens sessions and words their tokens. */
@Injectable()
export class SessionOpener {
  constructor(
    private readonly sessions: Sessions,
    private readonly tokens: Tokens,
    private readonly settings: Settings,
  ) {}

  async open(owner: Owner, askedMinutes: number, exclusive: boolean, now: Date): Promise<OpenedSession> {
    const lifetimeMinutes = Math.min(askedMinutes > 0 ? askedMinutes : this.settings.sessionMinutes, this.settings.maxSessionMinutes);
    const session: Session = {
      id: newId(now.getTime()),
      userId: owner.userId,
      exclusive,
      lifetimeMinutes,
      ...this.expiries(lifetimeMinutes, now),
      refreshCount: 0,
    };
    await this.sessions.open(session, now);
    return this.tokensOf(session, owner, now);
  }

  /** The session lives on with new tokens; null when another call renewed it first. */
  async renew(session: Session, owner: Owner, now: Date): Promise<OpenedSession | null> {
    const expiries = this.expiries(session.lifetimeMinutes, now);
    const rotated = await this.sessions.rotate(session, expiries.expiresAt, expiries.refreshExpiresAt);
    if (!rotated) return null;
    return this.tokensOf({ ...session, ...expiries, refreshCount: session.refreshCount + 1 }, owner, now);
  }

  private expiries(lifetimeMinutes: number, now: Date) {
    const refreshMinutes = Math.max(this.settings.refreshMinutes, lifetimeMinutes);
    return { expiresAt: minutesAfter(now, lifetimeMinutes), refreshExpiresAt: minutesAfter(now, refreshMinutes) };
  }

  private tokensOf(session: Session, owner: Owner, now: Date): OpenedSession {
    return {
      userId: owner.userId,
      name: owner.name,
      login: owner.login,
      token: this.tokens.issueAccess(owner.userId, session.id, session.expiresAt, now),
      expiresAt: session.expiresAt,
      refreshToken: this.tokens.issueRefresh(session.id, session.refreshCount),
      refreshExpiresAt: session.refreshExpiresAt,
    };
  }
}
