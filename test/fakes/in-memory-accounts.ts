import { Accounts, type Account } from '#application/ports/accounts';
import type { InMemoryDatabase } from './in-memory-database';

export class InMemoryAccounts extends Accounts {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async findByLogin(login: string): Promise<Account | null> {
    const found = [...this.database.tables.accounts.values()].find((account) => account.loginKey === login);
    if (!found) return null;
    return { userId: found.userId, login: found.login, name: found.name, passwordHash: found.passwordHash, active: found.active };
  }

  async blockedUntil(login: string): Promise<Date | null> {
    return this.database.tables.failures.get(login)?.blockedUntil ?? null;
  }

  async countFailure(login: string, limit: number, blockUntil: Date): Promise<void> {
    await this.database.write(({ failures }) => {
      const count = (failures.get(login)?.count ?? 0) + 1;
      failures.set(login, { count, blockedUntil: count >= limit ? blockUntil : null });
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
