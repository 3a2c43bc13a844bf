import { Injectable } from '@nestjs/common';
import { newId } from '#application/ids';
import { Clock } from '#application/ports/clock';
import { Passwords, Users, type Profile, type UserGrant } from '#application/ports/users';
import { readPermissions } from '#domain/access/permission';
import type { Scope } from '#domain/access/scope';
import { fold } from '#domain/text';
import type { Culture, NewUser, StoredUser } from '#domain/users/user';
import { isDuplicate } from '../database-errors';
import { ofClients } from '../scope-condition';
import { places, Sql, type Parameter } from '../sql';
import { sha256 } from '../value-key';

interface UserRow {
  id: string;
  login: string;
  name: string;
  email: string | null;
  landline: string | null;
  mobile: string | null;
  manager_id: string | null;
  manager_group_id: string | null;
  home_client_id: string;
  home_unit_id: string | null;
  whole_client: number;
  page_size: number;
  work_schedule_id: string | null;
  calendar_id: string | null;
  culture: Culture;
  notified_of_due: number;
  password_months: number | null;
  must_change_password: number;
  inactive_from: number | null;
  active: number;
  created_at: number;
  created_by: string | null;
}

interface ProfileRow {
  id: string;
  name: string;
  permissions: string;
}

const toProfile = ({ id, name, permissions }: ProfileRow): Profile => ({
  id,
  name,
  permissions: readPermissions(permissions.split(' ')),
});

const toUser = (row: UserRow, now: Date): StoredUser => ({
  id: row.id,
  login: row.login,
  name: row.name,
  email: row.email,
  landline: row.landline,
  mobile: row.mobile,
  managerId: row.manager_id,
  managerGroupId: row.manager_group_id,
  clientId: row.home_client_id,
  unitId: row.home_unit_id,
  wholeClient: row.whole_client === 1,
  pageSize: row.page_size,
  workScheduleId: row.work_schedule_id,
  calendarId: row.calendar_id,
  culture: row.culture,
  notifiedOfDue: row.notified_of_due === 1,
  passwordMonths: row.password_months,
  mustChangePassword: row.must_change_password === 1,
  inactiveFrom: row.inactive_from === null ? null : new Date(row.inactive_from),
  active: row.active === 1 && (row.inactive_from === null || row.inactive_from > now.getTime()),
  createdAt: new Date(row.created_at),
  createdBy: row.created_by,
});

/** Users belong to the client that they were made for. */
const madeFor = (scope: Scope, alias: string) => ofClients(scope, alias, 'home_client_id');

@Injectable()
export class TypeOrmUsers extends Users {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {
    super();
  }

  async add(scope: Scope, user: NewUser, grants: readonly UserGrant[]): Promise<boolean> {
    if (!scope.reaches.some(({ structure }) => structure.clientId === user.clientId)) throw new Error('a user outside the scope');
    return this.sql.together(async () => {
      try {
        await this.insert(user);
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
      await this.addGrants(user.id, grants);
      return true;
    });
  }

  async find(scope: Scope, id: string): Promise<StoredUser | null> {
    const within = madeFor(scope, 'u');
    const row = await this.sql.first<UserRow>(`SELECT u.* FROM user_account u WHERE u.id = ? AND ${within.sql}`, [
      id,
      ...within.parameters,
    ]);
    return row && toUser(row, this.clock.now());
  }

  async hold(scope: Scope, id: string): Promise<StoredUser | null> {
    const within = madeFor(scope, 'user_account');
    await this.sql.write(`UPDATE user_account SET turns = turns + 1 WHERE id = ? AND ${within.sql}`, [id, ...within.parameters]);
    return this.find(scope, id);
  }

  async page(scope: Scope, page: number, pageSize: number): Promise<StoredUser[]> {
    const within = madeFor(scope, 'u');
    const rows = await this.sql.rows<UserRow>(`SELECT u.* FROM user_account u WHERE ${within.sql} ORDER BY u.login_key LIMIT ? OFFSET ?`, [
      ...within.parameters,
      pageSize,
      (page - 1) * pageSize,
    ]);
    const now = this.clock.now();
    return rows.map((row) => toUser(row, now));
  }

  async count(scope: Scope): Promise<number> {
    const within = madeFor(scope, 'u');
    const row = await this.sql.first<{ total: number }>(
      `SELECT COUNT(*) AS total FROM user_account u WHERE ${within.sql}`,
      within.parameters,
    );
    return Number(row?.total ?? 0);
  }

  async grantsOf(scope: Scope, userId: string): Promise<UserGrant[]> {
    const within = madeFor(scope, 'u');
    const rows = await this.sql.rows<ProfileRow & { client_id: string; unit_id: string | null; node_id: string | null }>(
      `SELECT g.client_id, g.unit_id, g.node_id, p.id, p.name, p.permissions
       FROM user_grant g JOIN user_account u ON u.id = g.user_id JOIN profile p ON p.id = g.profile_id
       WHERE g.user_id = ? AND ${within.sql} ORDER BY g.client_id, g.id`,
      [userId, ...within.parameters],
    );
    return rows.map((row) => ({ clientId: row.client_id, unitId: row.unit_id, nodeId: row.node_id, profile: toProfile(row) }));
  }

  async replaceGrants(scope: Scope, userId: string, grants: readonly UserGrant[]): Promise<void> {
    const ids = scope.reaches.map((reach) => reach.structure.clientId);
    await this.sql.together(async () => {
      await this.sql.write(`DELETE FROM user_grant WHERE user_id = ? AND client_id IN (${places(ids)})`, [userId, ...ids]);
      await this.addGrants(userId, grants);
    });
  }

  async administeredOnlyBy(scope: Scope, userId: string): Promise<string[]> {
    const ids = scope.reaches.map((reach) => reach.structure.clientId);
    // Of two who are the last and go together, one must see the other gone.
    if (!this.sql.isSqlite) await this.sql.rows(`SELECT c.id FROM client c WHERE c.id IN (${places(ids)}) ORDER BY c.id FOR UPDATE`, ids);
    // And where the other one goes at another node, his row must be held here: then what has been read of it is not true any more.
    const held = this.sql.isSqlite ? '' : 'LOCK IN SHARE MODE';
    const rows = await this.sql.rows<{ client_id: string; user_id: string }>(
      `SELECT g.client_id, g.user_id FROM user_grant g JOIN user_account u ON u.id = g.user_id JOIN profile p ON p.id = g.profile_id
       WHERE g.client_id IN (${places(ids)}) AND g.node_id IS NULL AND u.active = 1 AND (u.inactive_from IS NULL OR u.inactive_from > ?)
         AND p.permissions LIKE '%user:manage%' ${held}`,
      [...ids, this.clock.now().getTime()],
    );
    return ids.filter((id) => {
      const administrators = rows.filter((row) => row.client_id === id).map((row) => row.user_id);
      const isOne = userId === scope.actor.userId || administrators.includes(userId);
      return isOne && administrators.every((administrator) => administrator === userId);
    });
  }

  async setActive(scope: Scope, userId: string, active: boolean): Promise<void> {
    const within = madeFor(scope, 'user_account');
    // A day set for the inactivation is over with: it was, or is no longer, meant.
    await this.sql.write(`UPDATE user_account SET active = ?, inactive_from = NULL WHERE id = ? AND ${within.sql}`, [
      active ? 1 : 0,
      userId,
      ...within.parameters,
    ]);
  }

  async profiles(ids: readonly string[]): Promise<Profile[]> {
    const rows = await this.sql.rows<ProfileRow>(`SELECT p.id, p.name, p.permissions FROM profile p WHERE p.id IN (${places(ids)})`, ids);
    return rows.map(toProfile);
  }

  async defaultProfile(clientId: string): Promise<Profile | null> {
    const row = await this.sql.first<ProfileRow>(
      'SELECT p.id, p.name, p.permissions FROM client c JOIN profile p ON p.id = c.default_profile_id WHERE c.id = ?',
      [clientId],
    );
    return row && toProfile(row);
  }

  private async insert(user: NewUser): Promise<void> {
    const row: Record<string, Parameter> = {
      id: user.id,
      login: user.login,
      login_key: fold(user.login),
      name: user.name,
      password_hash: user.passwordHash,
      active: 1,
      page_size: user.pageSize,
      created_at: user.createdAt.getTime(),
      created_by: user.createdBy,
      email: user.email,
      landline: user.landline,
      mobile: user.mobile,
      manager_id: user.managerId,
      manager_group_id: user.managerGroupId,
      home_client_id: user.clientId,
      home_unit_id: user.unitId,
      whole_client: user.wholeClient ? 1 : 0,
      work_schedule_id: user.workScheduleId,
      calendar_id: user.calendarId,
      culture: user.culture,
      notified_of_due: user.notifiedOfDue ? 1 : 0,
      password_months: user.passwordMonths,
      password_expires_at: user.passwordExpiresAt?.getTime() ?? null,
      must_change_password: user.mustChangePassword ? 1 : 0,
      inactive_from: user.inactiveFrom?.getTime() ?? null,
    };
    await this.sql.insert('user_account', Object.keys(row), [Object.values(row)]);
  }

  private async addGrants(userId: string, grants: readonly UserGrant[]): Promise<void> {
    await this.sql.insert(
      'user_grant',
      ['id', 'user_id', 'client_id', 'unit_id', 'node_id', 'profile_id'],
      grants.map(({ clientId, unitId, nodeId, profile }) => [newId(), userId, clientId, unitId, nodeId, profile.id]),
    );
  }
}

@Injectable()
export class TypeOrmPasswords extends Passwords {
  constructor(private readonly sql: Sql) {
    super();
  }

  async monthsOf(userId: string): Promise<{ months: number | null } | null> {
    const row = await this.sql.first<{ password_months: number | null }>('SELECT u.password_months FROM user_account u WHERE u.id = ?', [
      userId,
    ]);
    return row && { months: row.password_months };
  }

  async hashOf(userId: string): Promise<string | null> {
    const row = await this.sql.first<{ password_hash: string }>('SELECT u.password_hash FROM user_account u WHERE u.id = ?', [userId]);
    return row && row.password_hash;
  }

  async replace(userId: string, passwordHash: string, expiresAt: Date | null): Promise<void> {
    await this.sql.together(async () => {
      await this.sql.write('UPDATE user_account SET password_hash = ?, password_expires_at = ?, must_change_password = 0 WHERE id = ?', [
        passwordHash,
        expiresAt?.getTime() ?? null,
        userId,
      ]);
      const user = await this.sql.first<{ login_key: string }>('SELECT u.login_key FROM user_account u WHERE u.id = ?', [userId]);
      if (user) await this.sql.write('DELETE FROM login_failure WHERE login_hash = ?', [sha256(user.login_key)]);
    });
  }
}
