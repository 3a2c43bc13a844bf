import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThanOrEqual, MoreThan, Raw, type FindOptionsWhere } from 'typeorm';
import { newId } from '#application/support/ids';
import { Clock } from '#application/ports/unit-of-work';
import { Passwords, Users, type Profile, type UserChange, type UserFilter, type UserGrant } from '#application/ports/users';
import { readPermissions } from '#domain/access/permission';
import type { Scope } from '#domain/access/scope';
import { fold } from '#domain/text';
import type { NewUser, StoredUser } from '#domain/users/user';
import { idOf, idsBytes } from '../id-bytes';
import { isDuplicate } from '../database-errors';
import { ClientEntity, LoginFailureEntity, ProfileEntity, UserAccountEntity, UserGrantEntity } from '../entities';
import { clientsOf, reached, withinClients } from '../scope-condition';
import { places, Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { sha256 } from '../value-key';
import { eraseAccount } from './erase-account';
import { raiseRightsOfUser } from './rights';
import { searchTextOf } from './search-text';

type Granted = UserGrantEntity & { profile: ProfileEntity };

const toProfile = ({ id, name, permissions }: ProfileEntity): Profile => ({
  id,
  name,
  permissions: readPermissions(permissions.split(' ')),
});

function toUser(row: UserAccountEntity, now: Date): StoredUser {
  const {
    homeClientId,
    homeUnitId,
    loginKey: _key,
    passwordHash: _hash,
    passwordExpiresAt: _until,
    turns: _turns,
    rights: _rights,
    searchText: _text,
    ...user
  } = row;
  const active = user.active && (user.inactiveFrom === null || user.inactiveFrom > now);
  return { ...user, clientId: homeClientId as string, unitId: homeUnitId, active };
}

/** Users belong to the client that they were created for. */
const madeFor = (scope: Scope) => ({ homeClientId: withinClients(scope) });

@Injectable()
export class TypeOrmUsers extends Users {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  async add(scope: Scope, user: NewUser, grants: readonly UserGrant[]): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      try {
        await this.insert(reached(scope, user));
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
      await this.addGrants(user.id, grants);
      return true;
    });
  }

  async find(scope: Scope, id: string): Promise<StoredUser | null> {
    const row = await this.unitOfWork.manager.findOneBy(UserAccountEntity, { id, ...madeFor(scope) });
    return row && toUser(row, this.clock.now());
  }

  async hold(scope: Scope, id: string): Promise<StoredUser | null> {
    await this.unitOfWork.manager.increment(UserAccountEntity, { id, ...madeFor(scope) }, 'turns', 1);
    return this.find(scope, id);
  }

  async page(scope: Scope, page: number, pageSize: number, filter: UserFilter = {}): Promise<StoredUser[]> {
    const where = this.matching(scope, filter);
    const skip = (page - 1) * pageSize;
    const rows = await this.unitOfWork.manager.find(UserAccountEntity, { where, order: { loginKey: 'ASC' }, skip, take: pageSize });
    const now = this.clock.now();
    return rows.map((row) => toUser(row, now));
  }

  count(scope: Scope, filter: UserFilter = {}): Promise<number> {
    return this.unitOfWork.manager.countBy(UserAccountEntity, this.matching(scope, filter));
  }

  async change(scope: Scope, userId: string, change: UserChange): Promise<void> {
    const user = await this.find(scope, userId);
    if (!user) return;
    const row = { ...change, searchText: searchTextOf({ ...user, ...change }) };
    await this.unitOfWork.manager.update(UserAccountEntity, { id: userId, ...madeFor(scope) }, row);
  }

  async grantsOf(scope: Scope, userId: string): Promise<UserGrant[]> {
    const rows = await this.unitOfWork.manager
      .createQueryBuilder(UserGrantEntity, 'user_grant')
      .innerJoin('user_account', 'user_account', 'user_account.id = user_grant.userId')
      .innerJoinAndMapOne('user_grant.profile', 'profile', 'profile', 'profile.id = user_grant.profileId')
      .where({ userId })
      .andWhere('user_account.homeClientId IN (:...clients)', { clients: idsBytes(clientsOf(scope)) })
      .orderBy('user_grant.clientId')
      .addOrderBy('user_grant.id')
      .getMany();
    return (rows as Granted[]).map(({ clientId, unitId, nodeId, profile }) => ({ clientId, unitId, nodeId, profile: toProfile(profile) }));
  }

  async replaceGrants(scope: Scope, userId: string, grants: readonly UserGrant[]): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.unitOfWork.manager.delete(UserGrantEntity, { userId, clientId: withinClients(scope) });
      await this.addGrants(userId, grants);
      await raiseRightsOfUser(this.sql, userId);
    });
  }

  async administeredOnlyBy(scope: Scope, userId: string): Promise<string[]> {
    const ids = clientsOf(scope);
    // Locks the clients: of two concurrent inactivations the second must see the first.
    await this.unitOfWork.manager.find(ClientEntity, { where: { id: In(ids) }, order: { id: 'ASC' }, ...this.unitOfWork.locking });
    // Also locks the rows read: on another cluster node the client lock is unknown, and a change of these rows must cause a conflict.
    // Raw SQL: TypeORM writes this lock in words that MariaDB does not know.
    const held = this.sql.isSqlite ? '' : 'LOCK IN SHARE MODE';
    const rows = await this.sql.rows<{ client_id: Uint8Array; user_id: string }>(
      `SELECT user_grant.client_id, user_grant.user_id FROM user_grant JOIN user_account ON user_account.id = user_grant.user_id
       JOIN profile ON profile.id = user_grant.profile_id
       WHERE user_grant.client_id IN (${places(ids)}) AND user_grant.node_id IS NULL AND user_account.active = 1 AND user_account.service = 0
       AND (user_account.inactive_from IS NULL OR user_account.inactive_from > ?)
         AND profile.permissions LIKE '%user:manage%' ${held}`,
      [...idsBytes(ids), this.clock.now().getTime()],
    );
    return ids.filter((id) => {
      const administrators = rows.filter((row) => idOf(row.client_id) === id).map((row) => row.user_id);
      const isOne = userId === scope.actor.userId || administrators.includes(userId);
      return isOne && administrators.every((administrator) => administrator === userId);
    });
  }

  async setActive(scope: Scope, userId: string, active: boolean): Promise<void> {
    const user = await this.find(scope, userId);
    if (!user) return;
    // Discards a planned inactivation, which is done or no longer intended.
    const change = { active, inactiveFrom: user.orphanedUntil };
    await this.unitOfWork.manager.update(UserAccountEntity, { id: userId, ...madeFor(scope) }, change);
  }

  async erase(scope: Scope, userId: string): Promise<void> {
    await this.replaceGrants(scope, userId, []);
    await eraseAccount(this.unitOfWork.manager, { id: userId, ...madeFor(scope) });
  }

  async orphan(scope: Scope, responsibleId: string, endsAt: Date): Promise<string[]> {
    const { manager } = this.unitOfWork;
    const accounts = await manager.find(UserAccountEntity, { where: { responsibleId, ...madeFor(scope) }, order: { id: 'ASC' } });
    for (const { id, inactiveFrom } of accounts) {
      const ends = inactiveFrom !== null && inactiveFrom < endsAt ? inactiveFrom : endsAt;
      const change = { responsibleId: null, inactiveFrom: ends, orphanedUntil: endsAt };
      await manager.update(UserAccountEntity, { id, ...madeFor(scope) }, change);
    }
    return accounts.map(({ id }) => id);
  }

  async allProfiles(): Promise<Profile[]> {
    return (await this.unitOfWork.manager.find(ProfileEntity, { order: { name: 'ASC', id: 'ASC' } })).map(toProfile);
  }

  async profiles(ids: readonly string[]): Promise<Profile[]> {
    return (await this.unitOfWork.manager.findBy(ProfileEntity, { id: In(ids) })).map(toProfile);
  }

  async defaultProfile(clientId: string): Promise<Profile | null> {
    const { manager } = this.unitOfWork;
    const id = (await manager.findOneBy(ClientEntity, { id: clientId }))?.defaultProfileId;
    const row = id ? await manager.findOneBy(ProfileEntity, { id }) : null;
    return row && toProfile(row);
  }

  /** Alternatives. Users of the scope's clients alone are looked through. */
  private matching(scope: Scope, { text, active, service }: UserFilter): FindOptionsWhere<UserAccountEntity>[] {
    const found = text === undefined ? {} : { searchText: Raw((column) => `INSTR(${column}, :text) > 0`, { text }) };
    const where = { ...madeFor(scope), ...found, ...(service !== undefined && { service }) };
    const now = this.clock.now();
    if (active === undefined) return [where];
    if (!active)
      return [
        { ...where, active },
        { ...where, inactiveFrom: LessThanOrEqual(now) },
      ];
    return [IsNull(), MoreThan(now)].map((inactiveFrom) => ({ ...where, active, inactiveFrom }));
  }

  private async insert({ clientId, unitId, ...user }: NewUser): Promise<void> {
    const row = {
      ...user,
      loginKey: fold(user.login),
      searchText: searchTextOf(user),
      active: true,
      homeClientId: clientId,
      homeUnitId: unitId,
    };
    await this.unitOfWork.insert(UserAccountEntity, [row]);
  }

  private async addGrants(userId: string, grants: readonly UserGrant[]): Promise<void> {
    const rows = grants.map(({ clientId, unitId, nodeId, profile }) => ({
      id: newId(),
      userId,
      clientId,
      unitId,
      nodeId,
      profileId: profile.id,
    }));
    await this.unitOfWork.insert(UserGrantEntity, rows);
  }
}

@Injectable()
export class TypeOrmPasswords extends Passwords {
  constructor(private readonly unitOfWork: TypeOrmUnitOfWork) {
    super();
  }

  async monthsOf(userId: string): Promise<{ months: number | null; service: boolean } | null> {
    const user = await this.find(userId);
    return user && { months: user.passwordMonths, service: user.service };
  }

  async hashOf(userId: string): Promise<string | null> {
    return (await this.find(userId))?.passwordHash ?? null;
  }

  async replace(userId: string, passwordHash: string, passwordExpiresAt: Date | null): Promise<void> {
    await this.unitOfWork.run(async () => {
      const { manager } = this.unitOfWork;
      await manager.update(UserAccountEntity, { id: userId }, { passwordHash, passwordExpiresAt, mustChangePassword: false });
      const user = await this.find(userId);
      if (user) await manager.delete(LoginFailureEntity, { loginHash: sha256(user.loginKey) });
    });
  }

  private find(id: string): Promise<UserAccountEntity | null> {
    return this.unitOfWork.manager.findOneBy(UserAccountEntity, { id });
  }
}
