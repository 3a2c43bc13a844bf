import { Injectable } from '@nestjs/common';
import { Sessions, type Session } from '#application/ports/sessions';
import type { Actor, Grant } from '#domain/access/actor';
import { PERMISSIONS, type Permission } from '#domain/access/permission';
import { Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

interface SessionRow {
  id: string;
  user_id: string;
  exclusive: number;
  lifetime_minutes: number;
  expires_at: number;
  refresh_count: number;
  refresh_expires_at: number;
  login: string;
  name: string;
}

interface ActorRow {
  user_id: string;
  login: string;
  name: string;
  page_size: number;
  client_id: string | null;
  unit_id: string | null;
  node_id: string | null;
  permissions: string | null;
  structure_version: number | null;
}

const KNOWN = new Set<string>(PERMISSIONS);
const isPermission = (word: string): word is Permission => KNOWN.has(word);

@Injectable()
export class TypeOrmSessions extends Sessions {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
  ) {
    super();
  }

  async open(session: Session, at: Date): Promise<void> {
    await this.unitOfWork.run(async () => {
      // A lock on the user: of two exclusive sessions opened at once, the second must see the first.
      await this.sql.write('UPDATE user_account SET active = active WHERE id = ?', [session.userId]);
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
    });
  }

  async find(sessionId: string): Promise<(Session & { login: string; name: string }) | null> {
    const row = await this.sql.first<SessionRow>(
      `SELECT s.*, u.login, u.name FROM session s JOIN user_account u ON u.id = s.user_id
       WHERE s.id = ? AND s.ended_at IS NULL AND u.active = 1`,
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
        login: row.login,
        name: row.name,
      }
    );
  }

  async actor(sessionId: string, at: Date): Promise<Actor | null> {
    const rows = await this.sql.rows<ActorRow>(
      `SELECT u.id AS user_id, u.login, u.name, u.page_size, g.client_id, g.unit_id, g.node_id, p.permissions, c.structure_version
       FROM session s JOIN user_account u ON u.id = s.user_id
         LEFT JOIN user_grant g ON g.user_id = u.id LEFT JOIN profile p ON p.id = g.profile_id LEFT JOIN client c ON c.id = g.client_id
       WHERE s.id = ? AND s.ended_at IS NULL AND s.expires_at > ? AND u.active = 1`,
      [sessionId, at.getTime()],
    );
    const [first] = rows;
    if (!first) return null;
    const { user_id: userId, login, name, page_size: pageSize } = first;
    return { userId, sessionId, login, name, pageSize, grants: rows.flatMap(toGrant) };
  }

  async rotate(session: Session, expiresAt: Date, refreshExpiresAt: Date): Promise<boolean> {
    const { affected } = await this.sql.write(
      `UPDATE session SET refresh_count = refresh_count + 1, expires_at = ?, refresh_expires_at = ?
       WHERE id = ? AND refresh_count = ? AND ended_at IS NULL`,
      [expiresAt.getTime(), refreshExpiresAt.getTime(), session.id, session.refreshCount],
    );
    return affected === 1;
  }

  async end(sessionId: string, at: Date): Promise<void> {
    await this.sql.write('UPDATE session SET ended_at = ? WHERE id = ? AND ended_at IS NULL', [at.getTime(), sessionId]);
  }
}

function toGrant(row: ActorRow): Grant[] {
  if (row.client_id === null || row.permissions === null || row.structure_version === null) return [];
  const permissions = row.permissions.split(' ').filter(isPermission);
  const { client_id: clientId, unit_id: unitId, node_id: nodeId, structure_version: structureVersion } = row;
  return [{ clientId, unitId, nodeId, structureVersion, permissions }];
}
