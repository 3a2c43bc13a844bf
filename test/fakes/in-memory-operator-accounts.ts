import type { Clock } from '#application/ports/clock';
import { OperatorAccounts, type NewAccount } from '#application/ports/operator-accounts';
import { fold } from '#domain/text';
import { asAdministered } from './in-memory-archive-installer';
import type { AccountEntry, InMemoryDatabase } from './in-memory-database';

export class InMemoryOperatorAccounts extends OperatorAccounts {
  constructor(
    private readonly database: InMemoryDatabase,
    private readonly clock: Clock,
  ) {
    super();
  }

  create({ grants, ...account }: NewAccount): Promise<boolean> {
    return this.database.write(({ accounts, profiles }) => {
      const loginKey = fold(account.login);
      if ([...accounts.values()].some((known) => known.loginKey === loginKey || known.userId === account.userId)) return false;
      const given = grants.map(({ clientId, unitId, levelId: nodeId, profileId }) => {
        const profile = profiles.get(profileId)!;
        return { clientId, structureVersion: 1, unitId, nodeId, permissions: profile.permissions, profile };
      });
      const entry: AccountEntry = { ...account, loginKey, active: true, pageSize: 50, grants: given };
      accounts.set(account.userId, { ...entry, ...asAdministered(entry, null, this.clock.now()) });
      return true;
    });
  }
}
