import { Passwords, Users, type Profile, type UserGrant } from '#application/ports/users';
import type { Scope } from '#domain/access/scope';
import { fold } from '#domain/text';
import type { NewUser, StoredUser } from '#domain/users/user';
import type { AccountEntry, InMemoryDatabase } from './in-memory-database';

type Made = AccountEntry & { made: NewUser };
type GrantEntry = AccountEntry['grants'][number];

const clientsOf = (scope: Scope) => scope.reaches.map((reach) => reach.structure.clientId);
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

const toEntry = ({ clientId, unitId, nodeId, profile }: UserGrant): GrantEntry => {
  return { clientId, structureVersion: 1, unitId, nodeId, permissions: profile.permissions, profile };
};

function toUser({ made, active, inactiveFrom = null }: Made): StoredUser {
  const { passwordHash: _hash, passwordExpiresAt: _expiry, ...profile } = made;
  return { ...profile, active: active && (inactiveFrom === null || inactiveFrom.getTime() > Date.now()), inactiveFrom };
}

export class InMemoryUsers extends Users {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async add(scope: Scope, user: NewUser, grants: readonly UserGrant[]): Promise<boolean> {
    if (!clientsOf(scope).includes(user.clientId)) throw new Error('a user outside the scope');
    return this.database.write(({ accounts }) => {
      const loginKey = fold(user.login);
      if ([...accounts.values()].some((account) => account.loginKey === loginKey)) return false;
      const { id: userId, login, name, passwordHash, pageSize, inactiveFrom, clientId: homeClientId } = user;
      const account = { userId, login, loginKey, name, passwordHash, pageSize, inactiveFrom, homeClientId, active: true };
      accounts.set(userId, { ...account, grants: grants.map(toEntry), made: user });
      return true;
    });
  }

  async find(scope: Scope, id: string): Promise<StoredUser | null> {
    const found = this.within(scope).find(({ userId }) => userId === id);
    return found ? toUser(found) : null;
  }

  hold(scope: Scope, id: string): Promise<StoredUser | null> {
    return this.find(scope, id);
  }

  async page(scope: Scope, page: number, pageSize: number): Promise<StoredUser[]> {
    const ordered = this.within(scope).sort((a, b) => byBytes(a.loginKey, b.loginKey));
    return ordered.slice((page - 1) * pageSize, page * pageSize).map(toUser);
  }

  async count(scope: Scope): Promise<number> {
    return this.within(scope).length;
  }

  async grantsOf(scope: Scope, userId: string): Promise<UserGrant[]> {
    const grants = this.within(scope).find((account) => account.userId === userId)?.grants ?? [];
    return grants
      .flatMap(({ clientId, unitId, nodeId, profile }) => (profile ? [{ clientId, unitId, nodeId, profile }] : []))
      .sort((a, b) => byBytes(a.clientId, b.clientId));
  }

  async replaceGrants(scope: Scope, userId: string, grants: readonly UserGrant[]): Promise<void> {
    await this.change(userId, (account) => {
      const others = account.grants.filter(({ clientId }) => !clientsOf(scope).includes(clientId));
      return { ...account, grants: [...others, ...grants.map(toEntry)] };
    });
  }

  async administeredOnlyBy(scope: Scope, userId: string): Promise<string[]> {
    const active = [...this.database.tables.accounts.values()].filter(
      (account) => account.active && (account.inactiveFrom ?? null) === null,
    );
    const administratorsOf = (clientId: string) =>
      active.filter(({ grants }) =>
        grants.some((grant) => grant.clientId === clientId && grant.nodeId === null && grant.permissions.includes('user:manage')),
      );
    return clientsOf(scope).filter((clientId) => {
      const administrators = administratorsOf(clientId);
      const isOne = userId === scope.actor.userId || administrators.some((account) => account.userId === userId);
      return isOne && administrators.every((account) => account.userId === userId);
    });
  }

  async setActive(scope: Scope, userId: string, active: boolean): Promise<void> {
    if (await this.find(scope, userId)) await this.change(userId, (account) => ({ ...account, active, inactiveFrom: null }));
  }

  async profiles(ids: readonly string[]): Promise<Profile[]> {
    return [...this.database.tables.profiles.values()].filter(({ id }) => ids.includes(id));
  }

  async defaultProfile(clientId: string): Promise<Profile | null> {
    return this.database.tables.defaultProfiles.get(clientId) ?? null;
  }

  private within(scope: Scope): Made[] {
    const clients = clientsOf(scope);
    return [...this.database.tables.accounts.values()].filter(
      (account): account is Made => account.made !== undefined && clients.includes(account.made.clientId),
    );
  }

  private async change(userId: string, change: (account: AccountEntry) => AccountEntry): Promise<void> {
    await this.database.write(({ accounts }) => {
      const account = accounts.get(userId);
      if (account) accounts.set(userId, change(account));
    });
  }
}

export class InMemoryPasswords extends Passwords {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async monthsOf(userId: string): Promise<{ months: number | null } | null> {
    const account = this.database.tables.accounts.get(userId);
    return account ? { months: account.made?.passwordMonths ?? null } : null;
  }

  async hashOf(userId: string): Promise<string | null> {
    return this.database.tables.accounts.get(userId)?.passwordHash ?? null;
  }

  async replace(userId: string, passwordHash: string, passwordExpiresAt: Date | null): Promise<void> {
    await this.database.write(({ accounts, failures }) => {
      const account = accounts.get(userId);
      if (!account) return;
      const made = account.made && { ...account.made, passwordExpiresAt, mustChangePassword: false };
      accounts.set(userId, { ...account, passwordHash, ...(made && { made }) });
      failures.delete(account.loginKey);
    });
  }
}
