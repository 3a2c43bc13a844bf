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
    const where = all([
      ofClient(scopes, 'box', clientId),
      keptWithin(scopes, 'box', clientId),
      when(unitId, 'box.unit_id = ?', (id) => id),
    ]);
    return this.sql.rows(
      `SELECT box_type.id, box_type.name FROM box_type
       WHERE EXISTS (SELECT 1 FROM box WHERE box.type_id = box_type.id AND ${where.sql}) ORDER BY box_type.name, box_type.id`,
      where.parameters,
    );
  }

  async boxes(scopes: readonly Scope[], asked: BoxesAsked, after: ReportedBox | null, limit: number): Promise<ReportedBox[]> {
    const { clientId, unitId, typeName } = asked;
    const where = all([
      ofClient(scopes, 'box', clientId),
      keptWithin(scopes, 'box', clientId),
      when(unitId, 'box.unit_id = ?', (id) => id),
      when(typeName, 'box_type.name = ?', (name) => name),
      // Two boxes may share a code: one of the client and one of a unit.
      when(after, 'box.code >= ? AND (box.code > ? OR box.id > ?)', ({ code, id }) => [code, code, id]),
    ]);
    const rows = await this.sql.rows<BoxRow>(
      `SELECT box.id, box.code, box.client_id, box.unit_id, box.numbered_by, box.provisional_number, box_type.name AS type_name,
       outer_box.code AS outer_code
       FROM box JOIN box_type ON box_type.id = box.type_id
       LEFT JOIN box outer_box ON outer_box.client_id = box.client_id AND outer_box.id = box.parent_id
       WHERE ${where.sql} ORDER BY box.code, box.id LIMIT ?`,
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
      ofClient(scopes, 'document', clientId),
      { sql: `document.box_id IN (${places(boxIds)}) AND document.deleted_at IS NULL`, parameters: [...boxIds] },
      withinAll(scopes, 'document'),
      when(unitId, 'document.unit_id = ?', idBytes),
    ]);
    const rows = await this.sql.rows<{ box_id: string; documents: number | string }>(
      `SELECT box_id, COUNT(*) AS documents FROM document WHERE ${where.sql} GROUP BY box_id`,
      where.parameters,
    );
    return new Map(rows.map((row) => [row.box_id, Number(row.documents)]));
  }

  /** Ids of shares are in order of creation. */
  async shares(scopes: readonly Scope[], clientId: string, at: Date, after: ReportedShare | null, limit: number): Promise<ReportedShare[]> {
    const where = all([
      ofClient(scopes, 'share', clientId),
      ofClient(scopes, 'document', clientId),
      withinAll(scopes, 'document'),
      { sql: 'share.revoked_at IS NULL AND (share.expires_at IS NULL OR share.expires_at > ?)', parameters: [at.getTime()] },
      { sql: 'file.deleted_at IS NULL AND document.deleted_at IS NULL', parameters: [] },
      when(after, 'share.id > ?', ({ id }) => id),
    ]);
    const rows = await this.sql.rows<ShareRow>(
      `SELECT share.id, share.file_id, file.name, file.extension, document.id AS document_id, document.code AS document_code,
       document.node_code, share.created_at, share.expires_at
       FROM share CROSS JOIN document_file file ON file.client_id = share.client_id AND file.id = share.file_id
       CROSS JOIN document ON document.client_id = share.client_id AND document.code = file.document_code
       WHERE ${where.sql} ORDER BY share.id LIMIT ?`,
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
      ofClient(scopes, 'user_account', clientId, 'home_client_id'),
      when(login, 'user_account.login_key = ?', fold),
      when(after, 'user_account.login_key > ?', ({ loginKey }) => loginKey),
    ]);
    const rows = await this.sql.rows<UserRow>(
      `SELECT found.*, user_grant.unit_id, user_grant.node_id, profile.id AS profile_id, profile.name AS profile_name
       FROM (SELECT id, login, login_key, name, email, active, inactive_from FROM user_account
             WHERE ${where.sql} ORDER BY login_key LIMIT ?) found
       LEFT JOIN user_grant ON user_grant.user_id = found.id AND user_grant.client_id = ?
       LEFT JOIN profile ON profile.id = user_grant.profile_id
       ORDER BY found.login_key, user_grant.id`,
      [...where.parameters, limit, idBytes(clientId)],
    );
    return usersOf(rows, this.clock.now().getTime());
  }

  async userNames(scopes: readonly Scope[], clientId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const where = all([
      ofClient(scopes, 'user_account', clientId, 'home_client_id'),
      { sql: `user_account.id IN (${places(ids)})`, parameters: [...ids] },
    ]);
    const rows = await this.sql.rows<{ id: string; name: string }>(
      `SELECT id, name FROM user_account WHERE ${where.sql}`,
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
