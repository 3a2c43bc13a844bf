import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/unit-of-work';
import {
  ReportRows,
  type BoxesAsked,
  type DocumentsAsked,
  type ReportedBox,
  type ReportedDocument,
  type ReportedShare,
  type ReportedUser,
} from '#application/ports/reports';
import type { Scope } from '#domain/access/scope';
import { fold } from '#domain/text';
import { idBytes, idOf } from '../id-bytes';
import { places, Sql } from '../sql';
import { all, keptWithin, ofClient, when, withinAll } from './report-conditions';
import { documentsSql, toDocument, type DocumentRow } from './report-documents';

interface BoxRow {
  id: string;
  code: number;
  client_id: Uint8Array;
  unit_id: string | null;
  numbered_by: 'client' | 'unit';
  provisional_number: string | null;
  type_name: string;
  outer_code: number | null;
}

interface ShareRow {
  id: string;
  file_id: string;
  name: string;
  extension: string;
  document_id: string;
  document_code: number;
  node_code: number;
  created_at: number;
  expires_at: number | null;
}

interface UserRow {
  id: string;
  login: string;
  login_key: string;
  name: string;
  email: string | null;
  active: number;
  inactive_from: number | null;
  unit_id: string | null;
  node_id: string | null;
  profile_id: string | null;
  profile_name: string | null;
}

/** Raw SQL: whole reports over joins and groups. */
@Injectable()
export class TypeOrmReportRows extends ReportRows {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {
    super();
  }

  async documents(
    scopes: readonly Scope[],
    asked: DocumentsAsked,
    after: ReportedDocument | null,
    limit: number,
  ): Promise<ReportedDocument[]> {
    const { sql, parameters } = documentsSql(scopes, asked, after, limit);
    return (await this.sql.rows<DocumentRow>(sql, parameters)).map(toDocument);
  }

  boxTypes(scopes: readonly Scope[], { clientId, unitId }: Omit<BoxesAsked, 'typeName'>): Promise<{ id: string; name: string }[]> {
    const where = all([ofClient(scopes, 'b', clientId), keptWithin(scopes, 'b', clientId), when(unitId, 'b.unit_id = ?', (id) => id)]);
    return this.sql.rows(
      `SELECT t.id, t.name FROM box_type t
       WHERE EXISTS (SELECT 1 FROM box b WHERE b.type_id = t.id AND ${where.sql}) ORDER BY t.name, t.id`,
      where.parameters,
    );
  }

  async boxes(scopes: readonly Scope[], asked: BoxesAsked, after: ReportedBox | null, limit: number): Promise<ReportedBox[]> {
    const { clientId, unitId, typeName } = asked;
    const where = all([
      ofClient(scopes, 'b', clientId),
      keptWithin(scopes, 'b', clientId),
      when(unitId, 'b.unit_id = ?', (id) => id),
      when(typeName, 't.name = ?', (name) => name),
      // Two boxes may share a code: one of the client and one of a unit.
      when(after, 'b.code >= ? AND (b.code > ? OR b.id > ?)', ({ code, id }) => [code, code, id]),
    ]);
    const rows = await this.sql.rows<BoxRow>(
      `SELECT b.id, b.code, b.client_id, b.unit_id, b.numbered_by, b.provisional_number, t.name AS type_name, o.code AS outer_code
       FROM box b JOIN box_type t ON t.id = b.type_id LEFT JOIN box o ON o.client_id = b.client_id AND o.id = b.parent_id
       WHERE ${where.sql} ORDER BY b.code, b.id LIMIT ?`,
      [...where.parameters, limit],
    );
    const counts = await this.documentsIn(
      scopes,
      asked,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      id: row.id,
      code: row.code,
      clientId: idOf(row.client_id),
      unitId: row.unit_id,
      numberedBy: row.numbered_by,
      typeName: row.type_name,
      outerCode: row.outer_code,
      provisionalNumber: row.provisional_number,
      documentCount: counts.get(row.id) ?? 0,
    }));
  }

  private async documentsIn(
    scopes: readonly Scope[],
    { clientId, unitId }: BoxesAsked,
    boxIds: readonly string[],
  ): Promise<Map<string, number>> {
    const where = all([
      ofClient(scopes, 'd', clientId),
      { sql: `d.box_id IN (${places(boxIds)}) AND d.deleted_at IS NULL`, parameters: [...boxIds] },
      withinAll(scopes, 'd'),
      when(unitId, 'd.unit_id = ?', idBytes),
    ]);
    const rows = await this.sql.rows<{ box_id: string; documents: number | string }>(
      `SELECT d.box_id, COUNT(*) AS documents FROM document d WHERE ${where.sql} GROUP BY d.box_id`,
      where.parameters,
    );
    return new Map(rows.map((row) => [row.box_id, Number(row.documents)]));
  }

  /** Ids of shares are in order of creation. */
  async shares(scopes: readonly Scope[], clientId: string, at: Date, after: ReportedShare | null, limit: number): Promise<ReportedShare[]> {
    const where = all([
      ofClient(scopes, 's', clientId),
      ofClient(scopes, 'd', clientId),
      withinAll(scopes, 'd'),
      { sql: 's.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > ?)', parameters: [at.getTime()] },
      { sql: 'f.deleted_at IS NULL AND d.deleted_at IS NULL', parameters: [] },
      when(after, 's.id > ?', ({ id }) => id),
    ]);
    const rows = await this.sql.rows<ShareRow>(
      `SELECT s.id, s.file_id, f.name, f.extension, d.id AS document_id, d.code AS document_code, d.node_code, s.created_at, s.expires_at
       FROM share s CROSS JOIN document_file f ON f.client_id = s.client_id AND f.id = s.file_id
       CROSS JOIN document d ON d.client_id = s.client_id AND d.code = f.document_code
       WHERE ${where.sql} ORDER BY s.id LIMIT ?`,
      [...where.parameters, limit],
    );
    return rows.map((row) => ({
      id: row.id,
      fileId: row.file_id,
      fileName: row.name,
      extension: row.extension,
      documentId: row.document_id,
      documentCode: row.document_code,
      nodeCode: row.node_code,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    }));
  }

  async users(
    scopes: readonly Scope[],
    { clientId, login }: { clientId: string; login?: string },
    after: ReportedUser | null,
    limit: number,
  ): Promise<ReportedUser[]> {
    const where = all([
      ofClient(scopes, 'a', clientId, 'home_client_id'),
      when(login, 'a.login_key = ?', fold),
      when(after, 'a.login_key > ?', ({ loginKey }) => loginKey),
    ]);
    const rows = await this.sql.rows<UserRow>(
      `SELECT u.*, g.unit_id, g.node_id, p.id AS profile_id, p.name AS profile_name
       FROM (SELECT a.id, a.login, a.login_key, a.name, a.email, a.active, a.inactive_from FROM user_account a
             WHERE ${where.sql} ORDER BY a.login_key LIMIT ?) u
       LEFT JOIN user_grant g ON g.user_id = u.id AND g.client_id = ? LEFT JOIN profile p ON p.id = g.profile_id
       ORDER BY u.login_key, g.id`,
      [...where.parameters, limit, idBytes(clientId)],
    );
    return usersOf(rows, this.clock.now().getTime());
  }

  async userNames(scopes: readonly Scope[], clientId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const where = all([ofClient(scopes, 'u', clientId, 'home_client_id'), { sql: `u.id IN (${places(ids)})`, parameters: [...ids] }]);
    const rows = await this.sql.rows<{ id: string; name: string }>(
      `SELECT u.id, u.name FROM user_account u WHERE ${where.sql}`,
      where.parameters,
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}

/** Expects the rows of each user to be adjacent. */
function usersOf(rows: readonly UserRow[], now: number): ReportedUser[] {
  const users = new Map<string, ReportedUser & { grants: ReportedUser['grants'][number][] }>();
  for (const row of rows) {
    const { id, login, login_key: loginKey, name, email } = row;
    const active = row.active === 1 && (row.inactive_from === null || row.inactive_from > now);
    const user = users.get(id) ?? { id, login, loginKey, name, email, active, grants: [] };
    users.set(id, user);
    if (row.profile_id === null) continue;
    user.grants.push({ unitId: row.unit_id, nodeId: row.node_id, profileId: row.profile_id, profileName: row.profile_name ?? '' });
  }
  return [...users.values()];
}
