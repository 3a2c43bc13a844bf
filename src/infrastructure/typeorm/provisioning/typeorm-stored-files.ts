import { Injectable } from '@nestjs/common';
import { StoredFiles, type StoredFileRow } from '#application/ports/portable-archive';
import { namedObjects } from '../files/named-objects';
import { places, Sql } from '../sql';
import { batches } from '../batches';

/** Everything that names an object: live files, former versions and previews. */
const FILES =
  'SELECT f.id, d.id AS owner_id, f.object_key, f.size, f.sha256 FROM document_file f CROSS JOIN document d ON d.client_id = f.client_id AND d.code = f.document_code WHERE f.deleted_at IS NULL';
const FORMER = `SELECT v.file_id AS id, COALESCE(d.id, o.id, '') AS owner_id, v.object_key, v.size, v.sha256 FROM file_version v
   LEFT JOIN document_file f ON f.client_id = v.client_id AND f.id = v.file_id LEFT JOIN document d ON d.client_id = v.client_id AND d.code = f.document_code
   LEFT JOIN workflow_file w ON w.client_id = v.client_id AND w.id = v.file_id LEFT JOIN workflow o ON o.client_id = v.client_id AND o.code = w.workflow_code WHERE f.deleted_at IS NULL`;
const FLOW_FILES =
  'SELECT w.id, o.id AS owner_id, w.object_key, w.size, w.sha256 FROM workflow_file w CROSS JOIN workflow o ON o.client_id = w.client_id AND o.code = w.workflow_code WHERE w.deleted_at IS NULL';
const PREVIEWS = `SELECT p.file_id AS id, d.id AS owner_id, p.object_key, p.size, p.sha256 FROM file_preview p
   CROSS JOIN document_file f ON f.client_id = p.client_id AND f.id = p.file_id CROSS JOIN document d ON d.client_id = p.client_id AND d.code = f.document_code WHERE f.deleted_at IS NULL`;
const NAMED = [
  { rows: FILES, key: 'f.object_key' },
  { rows: FORMER, key: 'v.object_key' },
  { rows: FLOW_FILES, key: 'w.object_key' },
  { rows: PREVIEWS, key: 'p.object_key' },
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
        `${named.sql} UNION SELECT j.object_key FROM object_journal j WHERE j.object_key IN (${places(batch)})`,
        [...named.parameters, ...batch],
      );
      for (const row of rows) known.add(row.object_key);
    }
    return known;
  }
}
