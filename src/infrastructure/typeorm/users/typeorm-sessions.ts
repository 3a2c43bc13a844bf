import { Injectable } from '@nestjs/common';
import {
  type AccessClaim,
  type Caller,
  type FoundSession,
  type Lifetimes,
  type NewSession,
  type OpenSession,
  REPLACED_TOKEN_MS,
  type Session,
  Sessions,
} from '#application/ports/users';
import type { Grant, SessionUser } from '#domain/access/actor';
import { isOfPrograms } from '#domain/access/key-terms';
import { readPermissions } from '#domain/access/permission';
import { idOf } from '../id-bytes';
import { ReadsTogether } from '../reads-together';
import { places, Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { keyColumns, keyOf, networksIn, type KeyRow } from './key-columns';
import { KnownGrants } from './rights';

interface SessionRow {
  id: string;
  user_id: string;
  exclusive: number;
  lifetime_minutes: number;
  created_at: number;
  expires_at: number;
  refresh_count: number;
  refresh_expires_at: number;
  rotated_at: number | null;
  login: string;
  name: string;
  key_ends_at: number | null;
  key_networks: string | null;
  read_at: number;
}

/** A user's grant, if any, as joined columns. */
export interface GrantRow {
  client_id: Uint8Array | null;
  unit_id: string | null;
  node_id: string | null;
  permissions: string | null;
  structure_version: number | null;
}

interface ActorRow {
  login: string;
  name: string;
  page_size: number;
  home_client_id: Uint8Array | null;
  must_change: number;
  service: number;
  rights: number;
}

interface CallerRow
  extends ActorRow, KeyRow, Pick<SessionRow, 'id' | 'user_id' | 'expires_at' | 'refresh_count' | 'rotated_at' | 'read_at'> {
  password_expires_at: number | null;
  inactive_from: number | null;
}

type KeysAccountRow = ActorRow & KeyRow & Pick<CallerRow, 'user_id' | 'inactive_from' | 'read_at'> & { key_hash: string };

/** Of the sessions of a user. */
const MOST_SHOWN = 500;

/** `at`: an SQL expression of the time. */
const activeAt = (at: string) => `user_account.active = 1 AND (user_account.inactive_from IS NULL OR user_account.inactive_from > ${at})`;

/** Of the account, for whoever calls. */
const ACCOUNT = `user_account.login, user_account.name, user_account.page_size, user_account.home_client_id, user_account.service,
  user_account.rights, user_account.must_change_password AS must_change`;
/** Of the session's key, if a key has opened it. */
const WITH_KEY = 'LEFT JOIN api_key ON api_key.id = session.key_id AND api_key.client_id = user_account.home_client_id';

/** Raw SQL: a session or a key is read with every call; the others share its time expressions. */
@Injectable()
export class TypeOrmSessions extends Sessions {
  private readonly known = new KnownGrants();
  private readonly callers = new ReadsTogether((ids) => this.users(ids));
  private readonly programs = new ReadsTogether((hashes) => this.accountsOf(hashes));

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
  ) {
    super();
  }

  async open(session: NewSession, { accessMs, refreshMs, sessionMs }: Lifetimes, verifiedHash: string): Promise<Session | null> {
    const { now } = this.sql;
    return this.unitOfWork.run(async () => {
      // Updates the user's row: of two exclusive sessions opened concurrently, also on two cluster nodes, the second must see the first.
      // The verified password must still be current: 9.2 and 9.3 end only existing sessions.
      const { affected } = await this.sql.write(
        `UPDATE user_account SET turns = turns + 1
         WHERE id = ? AND active = 1 AND password_hash = ? AND (inactive_from IS NULL OR inactive_from > ${now})`,
        [session.userId, verifiedHash],
      );
      if (affected === 0) return null;
      const which = session.exclusive ? '' : 'AND exclusive = 1';
      await this.sql.write(`UPDATE session SET ended_at = ${now} WHERE user_id = ? AND ended_at IS NULL ${which}`, [session.userId]);
      await this.sql.write(
        `INSERT INTO session (id, user_id, key_id, exclusive, lifetime_minutes, created_at, expires_at, refresh_count, refresh_expires_at)
         VALUES (?, ?, ?, ?, ?, ${now}, ${now} + ?, 0, ${now} + ?)`,
        [
          session.id,
          session.userId,
          session.keyId ?? null,
          session.exclusive ? 1 : 0,
          session.lifetimeMinutes,
          Math.min(accessMs, sessionMs),
          Math.min(refreshMs, sessionMs),
        ],
      );
      return this.find(session.id);
    });
  }

  async find(sessionId: string): Promise<FoundSession | null> {
    const { now } = this.sql;
    const row = await this.sql.first<SessionRow>(
      `SELECT session.*, user_account.login, user_account.name, api_key.ends_at AS key_ends_at,
         api_key.networks AS key_networks, ${now} AS read_at FROM session
       CROSS JOIN user_account ON user_account.id = session.user_id ${WITH_KEY}
       WHERE session.id = ? AND session.ended_at IS NULL AND ${activeAt(now)} AND (session.key_id IS NULL OR api_key.ends_at > ${now})`,
      [sessionId],
    );
    return (
      row && {
        id: row.id,
        userId: row.user_id,
        exclusive: row.exclusive === 1,
        lifetimeMinutes: row.lifetime_minutes,
        expiresAt: new Date(row.expires_at),
        refreshCount: row.refresh_count,
        refreshExpiresAt: new Date(row.refresh_expires_at),
        openedAt: new Date(row.created_at),
        rotatedAt: row.rotated_at === null ? null : new Date(row.rotated_at),
        login: row.login,
        name: row.name,
        foundAt: new Date(row.read_at),
        ...(row.key_ends_at !== null && { keyEndsAt: new Date(row.key_ends_at) }),
        networks: networksIn(row),
      }
    );
  }

  async user({ sessionId, userId, count, expiresAt }: AccessClaim, agoMs = 0): Promise<Caller | null> {
    const row = this.unitOfWork.current ? (await this.users([sessionId])).get(sessionId) : await this.callers.row(sessionId);
    if (!row || row.user_id !== userId) return null;
    const at = row.read_at - Math.round(agoMs);
    const isReplaced = row.refresh_count === count + 1 && Number(row.rotated_at) > at - REPLACED_TOKEN_MS;
    const isOver = Math.min(row.expires_at, expiresAt.getTime(), row.inactive_from ?? Infinity) <= at;
    if (isOver || (row.refresh_count !== count && !isReplaced)) return null;
    const key = keyOf(row);
    if (key !== null && key.leftMs <= 0) return null;
    const must_change = Number(row.must_change === 1 || (row.password_expires_at ?? Infinity) <= at);
    return { ...(await this.toUser(userId, sessionId, { ...row, must_change })), key };
  }

  async ofKey(keyHash: string): Promise<Caller | null> {
    const row = this.unitOfWork.current ? (await this.accountsOf([keyHash])).get(keyHash) : await this.programs.row(keyHash);
    const key = row ? keyOf(row) : null;
    if (!row || !key || key.leftMs <= 0 || (row.inactive_from ?? Infinity) <= row.read_at) return null;
    return { ...(await this.toUser(row.user_id, '', row)), key };
  }

  /** By the digests of keys; only of active accounts. */
  private async accountsOf(hashes: readonly string[]): Promise<Map<string, KeysAccountRow>> {
    const rows = await this.sql.rows<KeysAccountRow>(
      `SELECT api_key.key_hash, api_key.user_id, ${keyColumns}, ${ACCOUNT}, user_account.inactive_from, ${this.sql.now} AS read_at
       FROM api_key CROSS JOIN user_account ON user_account.id = api_key.user_id AND user_account.home_client_id = api_key.client_id
       WHERE api_key.key_hash IN (${places(hashes)}) AND user_account.active = 1 AND user_account.service = 1`,
      hashes,
    );
    return new Map(rows.map((row) => [row.key_hash, row]));
  }

  /** By session; only of active users. */
  private async users(sessionIds: readonly string[]): Promise<Map<string, CallerRow>> {
    const rows = await this.sql.rows<CallerRow>(
      `SELECT session.id, session.user_id, session.expires_at, session.refresh_count, session.rotated_at, ${ACCOUNT},
         user_account.password_expires_at, user_account.inactive_from, ${keyColumns}, ${this.sql.now} AS read_at
       FROM session CROSS JOIN user_account ON user_account.id = session.user_id ${WITH_KEY}
       WHERE session.id IN (${places(sessionIds)}) AND session.ended_at IS NULL AND user_account.active = 1
         AND (session.key_id IS NULL OR api_key.id IS NOT NULL)`,
      sessionIds,
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  async actor(userId: string): Promise<SessionUser | null> {
    const row = await this.sql.first<ActorRow>(
      `SELECT ${ACCOUNT} FROM user_account WHERE user_account.id = ? AND ${activeAt(this.sql.now)}`,
      [userId],
    );
    return row && this.toUser(userId, '', row);
  }

  /** Times use the clock at the moment of writing: a delay between reading and writing must not date them back. */
  async rotate({ id, refreshCount }: Session, { accessMs, refreshMs, sessionMs }: Lifetimes): Promise<Session | null> {
    const { now } = this.sql;
    const until = `CASE WHEN ${now} + ? < created_at + ? THEN ${now} + ? ELSE created_at + ? END`;
    return this.unitOfWork.run(async () => {
      const { affected } = await this.sql.write(
        `UPDATE session SET refresh_count = refresh_count + 1, rotated_at = ${now}, expires_at = ${until}, refresh_expires_at = ${until}
         WHERE id = ? AND refresh_count = ? AND ended_at IS NULL AND refresh_expires_at > ${now}`,
        [accessMs, sessionMs, accessMs, sessionMs, refreshMs, sessionMs, refreshMs, sessionMs, id, refreshCount],
      );
      return affected === 1 ? this.find(id) : null;
    });
  }

  async end(sessionId: string): Promise<void> {
    await this.sql.write(`UPDATE session SET ended_at = ${this.sql.now} WHERE id = ? AND ended_at IS NULL`, [sessionId]);
  }

  async ofUser(userId: string): Promise<OpenSession[]> {
    const rows = await this.sql.rows<Omit<SessionRow, 'read_at'>>(
      `SELECT * FROM session WHERE user_id = ? AND ended_at IS NULL AND (refresh_expires_at > ${this.sql.now} OR expires_at > ${this.sql.now})
       ORDER BY created_at DESC, id DESC LIMIT ${MOST_SHOWN}`,
      [userId],
    );
    return rows.map(({ id, exclusive, created_at: opened, rotated_at: renewed, refresh_expires_at: ends }) => ({
      id,
      exclusive: exclusive === 1,
      openedAt: new Date(opened),
      renewedAt: new Date(renewed ?? opened),
      endsAt: new Date(ends),
    }));
  }

  async endOf(userId: string, sessionId: string): Promise<boolean> {
    const { now } = this.sql;
    const { affected } = await this.sql.write(
      `UPDATE session SET ended_at = ${now} WHERE id = ? AND user_id = ? AND ended_at IS NULL AND (refresh_expires_at > ${now} OR expires_at > ${now})`,
      [sessionId, userId],
    );
    return affected === 1;
  }

  async endAll(userId: string): Promise<void> {
    await this.sql.write(`UPDATE session SET ended_at = ${this.sql.now} WHERE user_id = ? AND ended_at IS NULL`, [userId]);
  }

  async forgetOld(before: Date, limit: number): Promise<number> {
    const over = await this.sql.rows<{ id: string }>(
      'SELECT id FROM session WHERE refresh_expires_at < ? ORDER BY refresh_expires_at LIMIT ?',
      [before.getTime(), limit],
    );
    if (over.length === 0) return 0;
    const ids = over.map(({ id }) => id);
    return (await this.sql.write(`DELETE FROM session WHERE id IN (${places(ids)})`, ids)).affected;
  }

  private async toUser(userId: string, sessionId: string, row: ActorRow): Promise<SessionUser> {
    const { login, name, page_size: pageSize, home_client_id: home, must_change: mustChange } = row;
    const homeClientId = home && idOf(home);
    const held = this.known.of(userId, row.rights) ?? (await this.grantsOf(userId));
    const isProgram = row.service === 1;
    const grants = isProgram ? held.map(ofProgram) : held;
    return { userId, sessionId, login, name, pageSize, homeClientId, mustChangePassword: mustChange === 1 && !isProgram, grants };
  }

  private async grantsOf(userId: string): Promise<readonly Grant[]> {
    const rows = await this.sql.rows<GrantRow & { rights: number }>(
      `SELECT user_account.rights, user_grant.client_id, user_grant.unit_id, user_grant.node_id, profile.permissions,
         client.structure_version FROM user_account
         LEFT JOIN user_grant ON user_grant.user_id = user_account.id LEFT JOIN profile ON profile.id = user_grant.profile_id
         LEFT JOIN client ON client.id = user_grant.client_id
       WHERE user_account.id = ?`,
      [userId],
    );
    const grants = rows.flatMap(toGrant);
    // What a transaction sees may be undone.
    if (rows[0] && !this.unitOfWork.current) this.known.keep(userId, rows[0].rights, grants);
    return grants;
  }
}

/** A profile may have been given more since the program got it. */
const ofProgram = (grant: Grant): Grant => ({
  ...grant,
  permissions: grant.permissions.filter(isOfPrograms),
});

export function toGrant(row: GrantRow): Grant[] {
  if (row.client_id === null || row.permissions === null || row.structure_version === null) return [];
  const permissions = readPermissions(row.permissions.split(' '));
  const { client_id, unit_id: unitId, node_id: nodeId, structure_version: structureVersion } = row;
  return [{ clientId: idOf(client_id), unitId, nodeId, structureVersion, permissions }];
}
