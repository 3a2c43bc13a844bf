import { Accounts, type Account } from '#application/ports/accounts';
import type { InMemoryDatabase } from './in-memory-database';
import { isActive } from './in-memory-sessions';

export class InMemoryAccounts extends Accounts {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async findByLogin(login: string): Promise<Account | null> {
    const found = [...this.database.tables.accounts.values()].find((account) => account.loginKey === login);
    if (!found) return null;
    const { userId, name, passwordHash, homeClientId = null } = found;
    return { userId, login: found.login, name, passwordHash, active: isActive(found, this.database.now()), homeClientId };
  }

  async isBlocked(login: string): Promise<boolean> {
    return (this.database.tables.failures.get(login)?.blockedUntil ?? 0) > this.database.now();
  }

  async countFailure(login: string, limit: number, blockMs: number): Promise<void> {
    await this.database.write(({ failures }) => {
      const now = this.database.now();
      const known = failures.get(login);
      const isOver = !known || (known.blockedUntil !== null && known.blockedUntil <= now);
      const count = (isOver ? 0 : known.count) + 1;
      failures.set(login, { count, blockedUntil: count >= limit ? now + blockMs : null });
    });
  }

  async clearFailures(login: string): Promise<void> {
    await this.database.write(({ failures }) => failures.delete(login));
  }

  async replacePasswordHash(userId: string, verified: string, passwordHash: string): Promise<void> {
    await this.database.write(({ accounts }) => {
      const account = accounts.get(userId);
      if (account?.passwordHash === verified) accounts.set(userId, { ...account, passwordHash });
    });
  }
}
