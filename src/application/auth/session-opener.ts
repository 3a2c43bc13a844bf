import { Injectable } from '@nestjs/common';
import { newId } from '#application/ids';
import { AuditTrail } from '#application/ports/audit-trail';
import { Sessions, type Session } from '#application/ports/sessions';
import { Tokens } from '#application/ports/secrets';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { Settings } from '#application/settings';
import type { Origin } from '#domain/access/actor';

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
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly settings: Settings,
  ) {}

  async open(
    owner: Owner & { homeClientId: string | null; passwordHash: string },
    askedMinutes: number,
    exclusive: boolean,
    now: Date,
    origin: Origin,
  ): Promise<OpenedSession | null> {
    const lifetimeMinutes = Math.min(askedMinutes > 0 ? askedMinutes : this.settings.sessionMinutes, this.settings.maxSessionMinutes);
    const session: Session = {
      id: newId(now.getTime()),
      userId: owner.userId,
      exclusive,
      lifetimeMinutes,
      ...this.expiries(lifetimeMinutes, now),
      refreshCount: 0,
      rotatedAt: null,
    };
    const opened = await this.unitOfWork.run(async () => {
      if (!(await this.sessions.open(session, now, owner.passwordHash))) return false;
      const { userId, homeClientId } = owner;
      if (homeClientId !== null)
        await this.audit.record({ userId, origin }, homeClientId, 'session.open', { sessionId: session.id, exclusive });
      return true;
    });
    return opened ? this.tokensOf(session, owner, now) : null;
  }

  /** The session lives on with new tokens; null when another call renewed it first. */
  async renew(session: Session, owner: Owner, now: Date): Promise<OpenedSession | null> {
    const expiries = this.expiries(session.lifetimeMinutes, now);
    const rotated = await this.sessions.rotate(session, now, expiries.expiresAt, expiries.refreshExpiresAt);
    if (!rotated) return null;
    return this.tokensOf({ ...session, ...expiries, refreshCount: session.refreshCount + 1 }, owner, now);
  }

  /** The tokens of the last rotation once more: for a client that never got them. */
  repeat(session: Session, owner: Owner, now: Date): OpenedSession {
    return this.tokensOf(session, owner, now);
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
      token: this.tokens.issueAccess({ userId: owner.userId, sessionId: session.id, count: session.refreshCount }, session.expiresAt, now),
      expiresAt: session.expiresAt,
      refreshToken: this.tokens.issueRefresh(session.id, session.refreshCount),
      refreshExpiresAt: session.refreshExpiresAt,
    };
  }
}
