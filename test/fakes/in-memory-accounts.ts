import { Accounts, type Account } from '#application/ports/accounts';
import type { Clock } from '#application/ports/clock';
import type { InMemoryDatabase } from './in-memory-database';

export class InMemoryAccounts extends Accounts {
  constructor(
    private readonly database: InMemoryDatabase,
    private readonly clock: Clock,
  ) {
    super();
  }

  async findByLogin(login: string): Promise<Account | null> {
    const found = [...this.database.tables.accounts.values()].find((account) => account.loginKey === login);
    if (!found) return null;
    const { userId, name, passwordHash, active, inactiveFrom = null, homeClientId = null } = found;
    return { userId, login: found.login, name, passwordHash, active, inactiveFrom, homeClientId };
  }

  async blockedUntil(login: string): Promise<Date | null> {
    return this.database.tables.failures.get(login)?.blockedUntil ?? null;
  }

  async countFailure(login: string, limit: number, blockUntil: Date): Promise<void> {
    await this.database.write(({ failures }) => {
      const known = failures.get(login);
      const isOver = !known || (known.blockedUntil !== null && known.blockedUntil <= this.clock.now());
      const count = (isOver ? 0 : known.count) + 1;
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
