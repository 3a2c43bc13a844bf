import { Injectable } from '@nestjs/common';
import { newId } from '#application/support/ids';
import { AuditTrail } from '#application/ports/audit-trail';
import { type CallersKey, type Lifetimes, type NewSession, type Session, Sessions, Tokens } from '#application/ports/users';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { DAY_MS, Settings } from '#application/support/settings';
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

type Key = Pick<CallersKey, 'id' | 'leftMs'>;

const MINUTE_MS = 60_000;

/** Opens sessions and issues their tokens. */
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
    origin: Origin,
    key?: Key,
  ): Promise<OpenedSession | null> {
    const session = await this.begin(owner, askedMinutes, exclusive, origin, key);
    return session && this.tokensOf(session, owner);
  }

  /** A session without tokens, for use within the same process. */
  async begin(
    owner: Owner & { homeClientId: string | null; passwordHash: string },
    askedMinutes: number,
    exclusive: boolean,
    origin: Origin,
    key?: Key,
  ): Promise<Session | null> {
    const lifetimeMinutes = Math.min(askedMinutes > 0 ? askedMinutes : this.settings.sessionMinutes, this.settings.maxSessionMinutes);
    const wanted: NewSession = { id: newId(), userId: owner.userId, exclusive, lifetimeMinutes, ...(key && { keyId: key.id }) };
    return this.unitOfWork.run(async () => {
      const opened = await this.sessions.open(wanted, this.lifetimes(lifetimeMinutes, key?.leftMs), owner.passwordHash);
      const { userId, homeClientId } = owner;
      if (opened && homeClientId !== null)
        await this.audit.record({ userId, origin }, homeClientId, 'session.open', {
          sessionId: opened.id,
          exclusive,
          ...(key && { apiKeyId: key.id }),
        });
      return opened;
    });
  }

  /** Renews the session and its tokens; null when it cannot be renewed, or a concurrent call renewed it first. */
  async renew(session: Session & { keyEndsAt?: Date }, owner: Owner): Promise<OpenedSession | null> {
    const { keyEndsAt, openedAt, lifetimeMinutes } = session;
    const renewed = await this.sessions.rotate(
      session,
      this.lifetimes(lifetimeMinutes, keyEndsAt && keyEndsAt.getTime() - openedAt.getTime()),
    );
    return renewed && this.tokensOf(renewed, owner);
  }

  /** Issues the tokens of the last rotation again, for a client that did not receive them. */
  repeat(session: Session, owner: Owner): OpenedSession {
    return this.tokensOf(session, owner);
  }

  /** A session ends with its key, which is so much longer good. */
  private lifetimes(lifetimeMinutes: number, ofKeyMs = Infinity): Lifetimes {
    const { refreshMinutes, sessionDays } = this.settings;
    return {
      accessMs: lifetimeMinutes * MINUTE_MS,
      refreshMs: Math.max(refreshMinutes, lifetimeMinutes) * MINUTE_MS,
      sessionMs: Math.min(sessionDays * DAY_MS, ofKeyMs),
    };
  }

  private tokensOf(session: Session, owner: Owner): OpenedSession {
    const { expiresAt, refreshCount: count, rotatedAt, openedAt } = session;
    return {
      userId: owner.userId,
      name: owner.name,
      login: owner.login,
      token: this.tokens.issueAccess({ userId: owner.userId, sessionId: session.id, count, expiresAt }, rotatedAt ?? openedAt),
      expiresAt,
      refreshToken: this.tokens.issueRefresh(session.id, count),
      refreshExpiresAt: session.refreshExpiresAt,
    };
  }
}
