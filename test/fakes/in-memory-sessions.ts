import type { AccessClaim } from '#application/ports/secrets';
import { REPLACED_TOKEN_MS, Sessions, type FoundSession, type Lifetimes, type NewSession, type Session } from '#application/ports/sessions';
import type { SessionUser } from '#domain/access/actor';
import type { AccountEntry, InMemoryDatabase } from './in-memory-database';

export class InMemorySessions extends Sessions {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  open(session: NewSession, { accessMs, refreshMs, sessionMs }: Lifetimes, verifiedHash: string): Promise<Session | null> {
    return this.database.write(({ sessions, accounts }) => {
      const account = accounts.get(session.userId);
      const now = this.database.now();
      if (!account || !isActive(account, now) || account.passwordHash !== verifiedHash) return null;
      if (sessions.has(session.id)) throw new Error('duplicate key');
      for (const other of sessions.values()) {
        const isEnded = other.userId === session.userId && (session.exclusive || other.exclusive);
        if (isEnded) sessions.set(other.id, { ...other, ended: true });
      }
      const opened = {
        ...session,
        openedAt: new Date(now),
        expiresAt: new Date(now + Math.min(accessMs, sessionMs)),
        refreshExpiresAt: new Date(now + Math.min(refreshMs, sessionMs)),
        refreshCount: 0,
        rotatedAt: null,
      };
      sessions.set(session.id, { ...opened, ended: false });
      return opened;
    });
  }

  async find(sessionId: string): Promise<FoundSession | null> {
    const now = this.database.now();
    const { session, account } = this.live(sessionId, now);
    if (!session || !account) return null;
    const { ended: _ended, ...rest } = session;
    return { ...rest, login: account.login, name: account.name, foundAt: new Date(now) };
  }

  async user(claim: AccessClaim, agoMs = 0): Promise<SessionUser | null> {
    const at = this.database.now() - agoMs;
    const { session, account } = this.live(claim.sessionId, at);
    if (!session || !account || session.userId !== claim.userId) return null;
    if (session.expiresAt.getTime() <= at || claim.expiresAt.getTime() <= at || !isGood(session, claim, at)) return null;
    const { userId, login, name, pageSize, homeClientId = null } = account;
    return {
      userId,
      sessionId: session.id,
      login,
      name,
      pageSize,
      homeClientId,
      mustChangePassword: mustChangePassword(account, at),
      grants: account.grants.map(({ profile: _profile, ...grant }) => grant),
    };
  }

  rotate({ id, refreshCount }: Session, { accessMs, refreshMs, sessionMs }: Lifetimes): Promise<Session | null> {
    return this.database.write(({ sessions }) => {
      const known = sessions.get(id);
      const now = this.database.now();
      if (!known || known.ended || known.refreshCount !== refreshCount || known.refreshExpiresAt.getTime() <= now) return null;
      const until = (ms: number) => new Date(Math.min(now + ms, known.openedAt.getTime() + sessionMs));
      const rotated = { rotatedAt: new Date(now), expiresAt: until(accessMs), refreshExpiresAt: until(refreshMs) };
      const renewed = { ...known, ...rotated, refreshCount: known.refreshCount + 1 };
      sessions.set(id, renewed);
      return renewed;
    });
  }

  async end(sessionId: string): Promise<void> {
    await this.database.write(({ sessions }) => {
      const session = sessions.get(sessionId);
      if (session) sessions.set(sessionId, { ...session, ended: true });
    });
  }

  async endAll(userId: string): Promise<void> {
    await this.database.write(({ sessions }) => {
      for (const session of sessions.values()) if (session.userId === userId) sessions.set(session.id, { ...session, ended: true });
    });
  }

  forgetOld(before: Date, limit: number): Promise<number> {
    return this.database.write(({ sessions }) => {
      const expiry = ({ refreshExpiresAt }: Session) => refreshExpiresAt.getTime();
      const over = [...sessions.values()].filter(({ refreshExpiresAt }) => refreshExpiresAt < before).sort((a, b) => expiry(a) - expiry(b));
      for (const { id } of over.slice(0, limit)) sessions.delete(id);
      return Math.min(over.length, limit);
    });
  }

  private live(sessionId: string, at: number) {
    const { sessions, accounts } = this.database.tables;
    const session = sessions.get(sessionId);
    const account = session && accounts.get(session.userId);
    return session && !session.ended && account && isActive(account, at) ? { session, account } : {};
  }
}

export function isActive({ active, inactiveFrom }: AccountEntry, at: number): boolean {
  return active && (!inactiveFrom || inactiveFrom.getTime() > at);
}

/** The latest, or the one before for a while. */
function isGood({ refreshCount, rotatedAt }: Session, { count }: AccessClaim, at: number): boolean {
  return count === refreshCount || (count === refreshCount - 1 && (rotatedAt?.getTime() ?? -Infinity) > at - REPLACED_TOKEN_MS);
}

function mustChangePassword({ made }: AccountEntry, at: number): boolean {
  const expiry = made?.passwordExpiresAt ?? null;
  return made?.mustChangePassword === true || (expiry !== null && expiry.getTime() <= at);
}
