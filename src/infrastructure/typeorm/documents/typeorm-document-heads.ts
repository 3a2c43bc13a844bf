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
    const within = withinScope(scope, 'document');
    const row = await this.sql.first<HeadRow>(
      `SELECT document.unit_id, document.external_key, document.created_at, document.changed_at, document.created_by, user_account.name
         FROM document
         LEFT JOIN user_account ON user_account.id = ${textIn('document.created_by')} AND user_account.home_client_id = document.client_id
         WHERE document.code = ? AND document.deleted_at IS NULL AND ${within.sql}`,
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
    const within = withinScope(scope, 'document');
    const rows = await this.sql.rows<{ id: string }>(
      `SELECT DISTINCT file.id FROM document
         JOIN document_file file ON file.client_id = document.client_id AND file.document_code = document.code
         JOIN file_signature signature ON signature.client_id = document.client_id AND signature.file_id = file.id
         AND signature.sha256 = file.sha256 WHERE document.code = ? AND file.deleted_at IS NULL AND ${within.sql}`,
      [code, ...within.parameters],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
