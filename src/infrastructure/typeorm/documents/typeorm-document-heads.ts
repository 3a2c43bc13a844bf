import { Injectable } from '@nestjs/common';
import { DocumentHeads, type DocumentHead } from '#application/ports/documents';
import type { Scope } from '#domain/access/scope';
import type { StoredDocument } from '#domain/documents/document';
import { idOf, textIn } from '../id-bytes';
import { withinScope } from '../scope-condition';
import { Sql } from '../sql';

interface HeadRow {
  unit_id: Uint8Array;
  external_key: string | null;
  created_at: number;
  changed_at: number | null;
  created_by: Uint8Array;
  name: string | null;
}

/** Raw SQL: limited to the scope like all of documents. */
@Injectable()
export class TypeOrmDocumentHeads extends DocumentHeads {
  constructor(private readonly sql: Sql) {
    super();
  }

  async of(scope: Scope, { code }: StoredDocument): Promise<DocumentHead | null> {
    const within = withinScope(scope, 'd');
    const row = await this.sql.first<HeadRow>(
      `SELECT d.unit_id, d.external_key, d.created_at, d.changed_at, d.created_by, u.name FROM document d
         LEFT JOIN user_account u ON u.id = ${textIn('d.created_by')} AND u.home_client_id = d.client_id WHERE d.code = ? AND d.deleted_at IS NULL AND ${within.sql}`,
      [code, ...within.parameters],
    );
    return (
      row && {
        unitId: idOf(row.unit_id),
        externalKey: row.external_key,
        createdAt: new Date(row.created_at),
        changedAt: row.changed_at === null ? null : new Date(row.changed_at),
        createdBy: { id: idOf(row.created_by), name: row.name },
      }
    );
  }

  async signedFiles(scope: Scope, { code }: StoredDocument): Promise<ReadonlySet<string>> {
    const within = withinScope(scope, 'd');
    const rows = await this.sql.rows<{ id: string }>(
      `SELECT DISTINCT f.id FROM document d JOIN document_file f ON f.client_id = d.client_id AND f.document_code = d.code
         JOIN file_signature s ON s.client_id = d.client_id AND s.file_id = f.id AND s.sha256 = f.sha256 WHERE d.code = ? AND f.deleted_at IS NULL AND ${within.sql}`,
      [code, ...within.parameters],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
