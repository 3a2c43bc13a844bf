import { Injectable } from '@nestjs/common';
import { StoredFiles, type StoredFileRow } from '#application/ports/portable-archive';
import { namedObjects } from '../files/named-objects';
import { places, Sql } from '../sql';
import { batches } from '../batches';

/** Everything that names an object: live files, former versions and previews. */
const FILES = `SELECT file.id, document.id AS owner_id, file.object_key, file.size, file.sha256 FROM document_file file
   CROSS JOIN document ON document.client_id = file.client_id AND document.code = file.document_code WHERE file.deleted_at IS NULL`;
const FORMER = `SELECT version.file_id AS id, COALESCE(document.id, workflow.id, '') AS owner_id, version.object_key, version.size, version.sha256
   FROM file_version version
   LEFT JOIN document_file file ON file.client_id = version.client_id AND file.id = version.file_id
   LEFT JOIN document ON document.client_id = version.client_id AND document.code = file.document_code
   LEFT JOIN workflow_file ON workflow_file.client_id = version.client_id AND workflow_file.id = version.file_id
   LEFT JOIN workflow ON workflow.client_id = version.client_id AND workflow.code = workflow_file.workflow_code
   WHERE file.deleted_at IS NULL`;
const FLOW_FILES = `SELECT workflow_file.id, workflow.id AS owner_id, workflow_file.object_key, workflow_file.size, workflow_file.sha256
   FROM workflow_file CROSS JOIN workflow ON workflow.client_id = workflow_file.client_id AND workflow.code = workflow_file.workflow_code
   WHERE workflow_file.deleted_at IS NULL`;
const PREVIEWS = `SELECT preview.file_id AS id, document.id AS owner_id, preview.object_key, preview.size, preview.sha256
   FROM file_preview preview CROSS JOIN document_file file ON file.client_id = preview.client_id AND file.id = preview.file_id
   CROSS JOIN document ON document.client_id = preview.client_id AND document.code = file.document_code WHERE file.deleted_at IS NULL`;
const NAMED = [
  { rows: FILES, key: 'file.object_key' },
  { rows: FORMER, key: 'version.object_key' },
  { rows: FLOW_FILES, key: 'workflow_file.object_key' },
  { rows: PREVIEWS, key: 'preview.object_key' },
];

/** Raw SQL: unions over every table that names an object. */
@Injectable()
export class TypeOrmStoredFiles extends StoredFiles {
  constructor(private readonly sql: Sql) {
    super();
  }

  async live(afterKey: string, limit: number): Promise<StoredFileRow[]> {
    const parts = NAMED.map(({ rows, key }) => `SELECT * FROM (${rows} AND ${key} > ? ORDER BY ${key} LIMIT ?) AS part`);
    const rows = await this.sql.rows<{ id: string; owner_id: string; object_key: string; size: number; sha256: string }>(
      `${parts.join(' UNION ALL ')} ORDER BY object_key LIMIT ?`,
      [...NAMED.flatMap(() => [afterKey, limit]), limit],
    );
    return rows.map(({ id, owner_id: ownerId, object_key: key, size, sha256 }) => ({ id, ownerId, key, size, sha256 }));
  }

  async isLive(key: string): Promise<boolean> {
    const found = NAMED.map(({ rows, key: column }) => `SELECT * FROM (${rows} AND ${column} = ?) AS part`);
    return (
      (await this.sql.first(
        found.join(' UNION ALL '),
        NAMED.map(() => key),
      )) !== null
    );
  }

  async countLive(): Promise<number> {
    const counts = NAMED.map(({ rows }) => `(SELECT COUNT(*) FROM (${rows}) AS part)`);
    const row = await this.sql.first<{ total: number }>(`SELECT ${counts.join(' + ')} AS total`);
    return Number(row?.total);
  }

  async known(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const known = new Set<string>();
    for (const batch of batches(keys)) {
      const named = namedObjects(batch);
      const rows = await this.sql.rows<{ object_key: string }>(
        `${named.sql} UNION SELECT object_key FROM object_journal WHERE object_key IN (${places(batch)})`,
        [...named.parameters, ...batch],
      );
      for (const row of rows) known.add(row.object_key);
    }
    return known;
  }
}
