import { Sessions, type Session } from '#application/ports/sessions';
import type { Actor } from '#domain/access/actor';
import type { InMemoryDatabase } from './in-memory-database';

export class InMemorySessions extends Sessions {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async open(session: Session): Promise<void> {
    await this.database.write(({ sessions }) => {
      if (sessions.has(session.id)) throw new Error('duplicate key');
      for (const other of sessions.values()) {
        const isEnded = other.userId === session.userId && (session.exclusive || other.exclusive);
        if (isEnded) sessions.set(other.id, { ...other, ended: true });
      }
      sessions.set(session.id, { ...session, ended: false });
    });
  }

  async find(sessionId: string): Promise<(Session & { login: string; name: string }) | null> {
    const { session, account } = this.live(sessionId);
    if (!session || !account) return null;
    const { ended: _ended, ...rest } = session;
    return { ...rest, login: account.login, name: account.name };
  }

  async actor(sessionId: string, at: Date): Promise<Actor | null> {
    const { session, account } = this.live(sessionId);
    if (!session || !account || session.expiresAt <= at) return null;
    const { userId, login, name, pageSize, grants } = account;
    return { userId, sessionId, login, name, pageSize, grants };
  }

  rotate(session: Session, expiresAt: Date, refreshExpiresAt: Date): Promise<boolean> {
    return this.database.write(({ sessions }) => {
      const known = sessions.get(session.id);
      if (!known || known.ended || known.refreshCount !== session.refreshCount) return false;
      sessions.set(session.id, { ...known, expiresAt, refreshExpiresAt, refreshCount: known.refreshCount + 1 });
      return true;
    });
  }

  async end(sessionId: string): Promise<void> {
    await this.database.write(({ sessions }) => {
      const session = sessions.get(sessionId);
      if (session) sessions.set(sessionId, { ...session, ended: true });
    });
  }

  private live(sessionId: string) {
    const { sessions, accounts } = this.database.tables;
    const session = sessions.get(sessionId);
    const account = session && accounts.get(session.userId);
    return session && !session.ended && account?.active ? { session, account } : {};
  }
}
