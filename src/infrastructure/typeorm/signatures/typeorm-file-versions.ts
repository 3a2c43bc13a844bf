import { Injectable } from '@nestjs/common';
import { FileVersions, type Replacement, type VersionedFile } from '#application/ports/signatures';
import type { Scope } from '#domain/access/scope';
import { failpoint } from '../../support/failpoints';
import type { HeldFileRow } from '../documents/file-row';
import { withinScope } from '../scope-condition';
import { idBytes, idOf } from '../id-bytes';
import { places, Sql, type Parameter } from '../sql';

interface Row extends Omit<HeldFileRow, 'created_at'> {
  owner: string;
  owner_code: number;
  node_code?: number;
}

const COLUMNS = 'file.client_id, file.object_key, file.size, file.sha256, file.name, file.extension, file.version';
const TABLE = { document: 'document_file', workflow: 'workflow_file' } as const;
type Kind = keyof typeof TABLE;

const toFile =
  (kind: Kind) =>
  ({ owner: id, owner_code: code, node_code: nodeCode, object_key: key, client_id: client, ...row }: Row): VersionedFile => ({
    ...row,
    key,
    clientId: idOf(client),
    owner: kind === 'document' ? { kind, id, nodeCode: Number(nodeCode) } : { kind, id, code: Number(code) },
  });

/** Raw SQL: they combine files with scope conditions, and their updates serve as row locks. */
@Injectable()
export class TypeOrmFileVersions extends FileVersions {
  constructor(private readonly sql: Sql) {
    super();
  }

  async find(scope: Scope, fileIds: readonly string[]): Promise<VersionedFile[]> {
    return [...(await this.ofDocuments(scope, 'file.id', fileIds)), ...(await this.ofFlows(scope, 'file.id', fileIds))];
  }

  /** Each update locks its row. */
  async hold(scope: Scope, files: readonly VersionedFile[]): Promise<VersionedFile[]> {
    const owners = files.map(({ owner }) => owner);
    const ids = sorted(owners.flatMap((owner) => (owner.kind === 'document' ? [owner.id] : [])));
    const codes = sorted(owners.flatMap((owner) => (owner.kind === 'workflow' ? [owner.code] : [])));
    const within = withinScope(scope, 'document');
    for (const id of ids) {
      await this.sql.write(`UPDATE document SET version = version + 1 WHERE id = ? AND deleted_at IS NULL AND ${within.sql}`, [
        id,
        ...within.parameters,
      ]);
    }
    for (const code of codes) {
      await this.sql.write('UPDATE workflow SET turns = turns + 1 WHERE code = ? AND client_id = ?', [code, idBytes(scope.clientId)]);
    }
    return [...(await this.ofDocuments(scope, 'document.id', ids)), ...(await this.ofFlows(scope, 'file.workflow_code', codes))];
  }

  async replace(scope: Scope, replacements: readonly Replacement[], at: Date): Promise<boolean> {
    for (const { file, content } of replacements) {
      const { affected } = await this.sql.write(
        `UPDATE ${TABLE[file.owner.kind]} SET object_key = ?, size = ?, sha256 = ?, version = ?
         WHERE id = ? AND object_key = ? AND deleted_at IS NULL AND client_id = ?`,
        [content.key, content.size, content.sha256, content.version, file.id, file.key, idBytes(scope.clientId)],
      );
      if (affected === 0) return false;
    }
    const last = await this.lastNumbers(scope, replacements.map(({ file }) => file.id)); // prettier-ignore
    await this.sql.insert(
      'file_version',
      ['file_id', 'number', 'client_id', 'object_key', 'size', 'sha256', 'version', 'replaced_at'],
      replacements.map(({ file: { id, key, size, sha256, version } }) => {
        return [id, (last.get(id) ?? 0) + 1, idBytes(scope.clientId), key, size, sha256, version, at.getTime()];
      }),
    );
    failpoint('version-replaced');
    return true;
  }

  private async ofDocuments(scope: Scope, column: 'file.id' | 'document.id', values: readonly Parameter[]): Promise<VersionedFile[]> {
    if (values.length === 0) return [];
    const within = withinScope(scope, 'document');
    const rows = await this.sql.rows<Row>(
      `SELECT file.id, document.id AS owner, document.code AS owner_code, document.node_code, ${COLUMNS} FROM document_file file
       JOIN document ON document.client_id = file.client_id AND document.code = file.document_code
       WHERE ${column} IN (${places(values)}) AND file.deleted_at IS NULL AND document.deleted_at IS NULL AND ${within.sql}`,
      [...values, ...within.parameters],
    );
    return rows.map(toFile('document'));
  }

  private async ofFlows(scope: Scope, column: 'file.id' | 'file.workflow_code', values: readonly Parameter[]): Promise<VersionedFile[]> {
    if (values.length === 0 || !scope.holdsWholeClient()) return [];
    const rows = await this.sql.rows<Row>(
      `SELECT file.id, workflow.id AS owner, workflow.code AS owner_code, ${COLUMNS} FROM workflow_file file
       JOIN workflow ON workflow.client_id = file.client_id AND workflow.code = file.workflow_code
       WHERE ${column} IN (${places(values)}) AND file.deleted_at IS NULL AND file.client_id = ?`,
      [...values, idBytes(scope.clientId)],
    );
    return rows.map(toFile('workflow'));
  }

  private async lastNumbers(scope: Scope, fileIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.sql.rows<{ file_id: string; last: number }>(
      `SELECT file_id, MAX(number) AS last FROM file_version WHERE file_id IN (${places(fileIds)}) AND client_id = ? GROUP BY file_id`,
      [...fileIds, idBytes(scope.clientId)],
    );
    return new Map(rows.map(({ file_id: id, last }) => [id, Number(last)]));
  }
}

function sorted<T extends string | number>(values: readonly T[]): T[] {
  return [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
}
