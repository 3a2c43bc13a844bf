import { Injectable } from '@nestjs/common';
import { Sessions, type Session } from '#application/ports/sessions';
import type { Grant, SessionUser } from '#domain/access/actor';
import { readPermissions } from '#domain/access/permission';
import { places, Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

interface SessionRow {
  id: string;
  user_id: string;
  exclusive: number;
  lifetime_minutes: number;
  expires_at: number;
  refresh_count: number;
  refresh_expires_at: number;
  rotated_at: number | null;
  login: string;
  name: string;
}

/** A user's grant, if there is one, as these columns of its joins say it. */
export interface GrantRow {
  client_id: string | null;
  unit_id: string | null;
  node_id: string | null;
  permissions: string | null;
  structure_version: number | null;
}

interface ActorRow extends GrantRow {
  user_id: string;
  login: string;
  name: string;
  page_size: number;
  home_client_id: string | null;
  must_change: number;
  refresh_count: number;
  rotated_at: number | null;
}

/** Takes one parameter: the moment. */
const ACTIVE = 'u.active = 1 AND (u.inactive_from IS NULL OR u.inactive_from > ?)';

@Injectable()
export class TypeOrmSessions extends Sessions {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
  ) {
    super();
  }

  async open(session: Session, at: Date, verifiedHash: string): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      // A turn at the user: of two exclusive sessions opened at once, also at two nodes of a cluster, the second must see the first.
      // And the password that was verified must still be the one: 9.2 and 9.3 end the sessions that they find.
      const { affected } = await this.sql.write(
        'UPDATE user_account SET turns = turns + 1 WHERE id = ? AND active = 1 AND password_hash = ? AND (inactive_from IS NULL OR inactive_from > ?)',
        [session.userId, verifiedHash, at.getTime()],
      );
      if (affected === 0) return false;
      const which = session.exclusive ? '' : 'AND exclusive = 1';
      await this.sql.write(`UPDATE session SET ended_at = ? WHERE user_id = ? AND ended_at IS NULL ${which}`, [
        at.getTime(),
        session.userId,
      ]);
      await this.sql.insert(
        'session',
        ['id', 'user_id', 'exclusive', 'lifetime_minutes', 'created_at', 'expires_at', 'refresh_count', 'refresh_expires_at'],
        [
          [
            session.id,
            session.userId,
            session.exclusive ? 1 : 0,
            session.lifetimeMinutes,
            at.getTime(),
            session.expiresAt.getTime(),
            session.refreshCount,
            session.refreshExpiresAt.getTime(),
          ],
        ],
      );
      return true;
    });
  }

  async find(sessionId: string, at: Date): Promise<(Session & { login: string; name: string }) | null> {
    const row = await this.sql.first<SessionRow>(
      `SELECT s.*, u.login, u.name FROM session s JOIN user_account u ON u.id = s.user_id
       WHERE s.id = ? AND s.ended_at IS NULL AND ${ACTIVE}`,
      [sessionId, at.getTime()],
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
        rotatedAt: row.rotated_at === null ? null : new Date(row.rotated_at),
        login: row.login,
        name: row.name,
      }
    );
  }

  async user(sessionId: string, at: Date): Promise<SessionUser | null> {
    const rows = await this.sql.rows<ActorRow>(
      `SELECT u.id AS user_id, u.login, u.name, u.page_size, u.home_client_id, s.refresh_count, s.rotated_at,
         CASE WHEN u.must_change_password = 1 OR u.password_expires_at <= ? THEN 1 ELSE 0 END AS must_change,
         g.client_id, g.unit_id, g.node_id, p.permissions, c.structure_version
       FROM session s JOIN user_account u ON u.id = s.user_id
         LEFT JOIN user_grant g ON g.user_id = u.id LEFT JOIN profile p ON p.id = g.profile_id LEFT JOIN client c ON c.id = g.client_id
       WHERE s.id = ? AND s.ended_at IS NULL AND s.expires_at > ? AND ${ACTIVE}`,
      [at.getTime(), sessionId, at.getTime(), at.getTime()],
    );
    const [first] = rows;
    if (!first) return null;
    const { user_id: userId, login, name, page_size: pageSize } = first;
    return {
      userId,
      sessionId,
      login,
      name,
      pageSize,
      homeClientId: first.home_client_id,
      mustChangePassword: first.must_change === 1,
      unconfirmedCount: first.rotated_at === null ? null : first.refresh_count,
      grants: rows.flatMap(toGrant),
    };
  }

  async rotate(session: Session, at: Date, expiresAt: Date, refreshExpiresAt: Date): Promise<boolean> {
    const { affected } = await this.sql.write(
      `UPDATE session SET refresh_count = refresh_count + 1, rotated_at = ?, expires_at = ?, refresh_expires_at = ?
       WHERE id = ? AND refresh_count = ? AND ended_at IS NULL`,
      [at.getTime(), expiresAt.getTime(), refreshExpiresAt.getTime(), session.id, session.refreshCount],
    );
    return affected === 1;
  }

  async end(sessionId: string, at: Date): Promise<void> {
    await this.sql.write('UPDATE session SET ended_at = ? WHERE id = ? AND ended_at IS NULL', [at.getTime(), sessionId]);
  }

  async confirm(sessionId: string, count: number): Promise<void> {
    await this.sql.write('UPDATE session SET rotated_at = NULL WHERE id = ? AND refresh_count = ?', [sessionId, count]);
  }

  async endAll(userId: string, at: Date): Promise<void> {
    await this.sql.write('UPDATE session SET ended_at = ? WHERE user_id = ? AND ended_at IS NULL', [at.getTime(), userId]);
  }

  async forgetOld(before: Date, limit: number): Promise<number> {
    const over = await this.sql.rows<{ id: string }>(
      'SELECT s.id FROM session s WHERE s.refresh_expires_at < ? ORDER BY s.refresh_expires_at LIMIT ?',
      [before.getTime(), limit],
    );
    if (over.length === 0) return 0;
    const ids = over.map(({ id }) => id);
    return (await this.sql.write(`DELETE FROM session WHERE id IN (${places(ids)})`, ids)).affected;
  }
}

export function toGrant(row: GrantRow): Grant[] {
  if (row.client_id === null || row.permissions === null || row.structure_version === null) return [];
  const permissions = readPermissions(row.permissions.split(' '));
  const { client_id: clientId, unit_id: unitId, node_id: nodeId, structure_version: structureVersion } = row;
  return [{ clientId, unitId, nodeId, structureVersion, permissions }];
}
