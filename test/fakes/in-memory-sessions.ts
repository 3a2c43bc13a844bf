import { Sessions, type Session } from '#application/ports/sessions';
import type { SessionUser } from '#domain/access/actor';
import type { AccountEntry, InMemoryDatabase } from './in-memory-database';

export class InMemorySessions extends Sessions {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  open(session: Session, at: Date, verifiedHash: string): Promise<boolean> {
    return this.database.write(({ sessions, accounts }) => {
      const account = accounts.get(session.userId);
      const isActive = account?.active && (!account.inactiveFrom || account.inactiveFrom > at);
      if (!isActive || account.passwordHash !== verifiedHash) return false;
      if (sessions.has(session.id)) throw new Error('duplicate key');
      for (const other of sessions.values()) {
        const isEnded = other.userId === session.userId && (session.exclusive || other.exclusive);
        if (isEnded) sessions.set(other.id, { ...other, ended: true });
      }
      sessions.set(session.id, { ...session, ended: false });
      return true;
    });
  }

  async find(sessionId: string, at: Date): Promise<(Session & { login: string; name: string }) | null> {
    const { session, account } = this.live(sessionId, at);
    if (!session || !account) return null;
    const { ended: _ended, ...rest } = session;
    return { ...rest, login: account.login, name: account.name };
  }

  async user(sessionId: string, at: Date): Promise<SessionUser | null> {
    const { session, account } = this.live(sessionId, at);
    if (!session || !account || session.expiresAt <= at) return null;
    const { userId, login, name, pageSize, homeClientId = null } = account;
    return {
      userId,
      sessionId,
      login,
      name,
      pageSize,
      homeClientId,
      mustChangePassword: mustChangePassword(account, at),
      unconfirmedCount: session.rotatedAt === null ? null : session.refreshCount,
      grants: account.grants.map(({ profile: _profile, ...grant }) => grant),
    };
  }

  async confirm(sessionId: string, count: number): Promise<void> {
    await this.database.write(({ sessions }) => {
      const session = sessions.get(sessionId);
      if (session?.refreshCount === count) sessions.set(sessionId, { ...session, rotatedAt: null });
    });
  }

  rotate(session: Session, at: Date, expiresAt: Date, refreshExpiresAt: Date): Promise<boolean> {
    return this.database.write(({ sessions }) => {
      const known = sessions.get(session.id);
      if (!known || known.ended || known.refreshCount !== session.refreshCount) return false;
      sessions.set(session.id, { ...known, rotatedAt: at, expiresAt, refreshExpiresAt, refreshCount: known.refreshCount + 1 });
      return true;
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

  private live(sessionId: string, at: Date) {
    const { sessions, accounts } = this.database.tables;
    const session = sessions.get(sessionId);
    const account = session && accounts.get(session.userId);
    return session && !session.ended && account && isActive(account, at) ? { session, account } : {};
  }
}

function isActive({ active, inactiveFrom }: AccountEntry, at: Date): boolean {
  return active && (!inactiveFrom || inactiveFrom > at);
}

function mustChangePassword({ made }: AccountEntry, at: Date): boolean {
  const expiry = made?.passwordExpiresAt ?? null;
  return made?.mustChangePassword === true || (expiry !== null && expiry <= at);
}
