import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { newId } from '#application/support/ids';
import { SharedFiles, ShareRepository } from '#application/ports/documents';
import type { Scope } from '#domain/access/scope';
import type { StoredFile } from '#domain/files/document-file';
import type { Share } from '#domain/shares/share';
import type { WorkflowFile } from '#domain/workflows/workflow';
import { isDuplicate } from '../database-errors';
import { ReadsTogether } from '../reads-together';
import { ShareEntity } from '../entities';
import { ofClients, withinClients } from '../scope-condition';
import { idBytes } from '../id-bytes';
import { places, Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { FILE_COLUMNS, toHeldFile, toStoredFile, type FileRow, type HeldFileRow } from './file-row';

interface SharedRow extends FileRow {
  share_id: string;
  ends_at: number | null;
}

const toShare = ({ id, fileId, expiresAt }: ShareEntity): Share => ({ id, fileId, expiresAt });

@Injectable()
export class TypeOrmShareRepository extends ShareRepository {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
  ) {
    super();
  }

  async of(scope: Scope, fileIds: readonly string[]): Promise<Share[]> {
    if (fileIds.length === 0) return [];
    const live = { liveFileId: In(fileIds), clientId: withinClients(scope) };
    return (await this.unitOfWork.manager.findBy(ShareEntity, live)).map(toShare);
  }

  async share(scope: Scope, fileIds: readonly string[], expiresAt: Date | null | undefined, at: Date): Promise<Share[]> {
    return this.unitOfWork.run(async () => {
      for (const fileId of [...fileIds].sort()) await this.shareOne(scope, fileId, expiresAt, at);
      return this.of(scope, fileIds);
    });
  }

  async shareNew(files: readonly { id: string; clientId: string; at: Date }[]): Promise<Share[]> {
    const added = files.map((file) => ({ ...file, share: { id: newId(file.at.getTime()), fileId: file.id, expiresAt: null } }));
    await this.sql.insert(
      'share',
      ['id', 'file_id', 'live_file_id', 'client_id', 'created_at'],
      added.map(({ share, id, clientId, at }) => [share.id, id, id, idBytes(clientId), at.getTime()]),
    );
    return added.map(({ share }) => share);
  }

  async revoke(scope: Scope, fileIds: readonly string[], at: Date): Promise<number> {
    const live = { liveFileId: In(fileIds), clientId: withinClients(scope) };
    const { affected } = await this.unitOfWork.manager.update(ShareEntity, live, { liveFileId: null, revokedAt: at });
    return affected ?? 0;
  }

  /** A unique column decides between concurrent callers; the later one finds the existing share. */
  private async shareOne(scope: Scope, fileId: string, expiresAt: Date | null | undefined, at: Date): Promise<void> {
    const own = ofClients(scope, 'share');
    const live = [fileId, ...own.parameters];
    const prolong = () =>
      expiresAt === undefined
        ? this.sql.write(
            `UPDATE share SET expires_at = expires_at WHERE live_file_id = ? AND ${own.sql} AND (expires_at IS NULL OR expires_at > ?)`,
            [...live, at.getTime()],
          )
        : this.sql.write(`UPDATE share SET expires_at = ? WHERE live_file_id = ? AND ${own.sql}`, [expiresAt?.getTime() ?? null, ...live]);
    if ((await prolong()).affected > 0) return;
    // Without a deadline in the call an expired address is not opened again: the file gets a new one. What a concurrent call has just shared stays.
    if (expiresAt === undefined)
      await this.sql.write(
        `UPDATE share SET live_file_id = NULL, revoked_at = ? WHERE live_file_id = ? AND ${own.sql} AND expires_at <= ?`,
        [at.getTime(), ...live, at.getTime()],
      );
    try {
      // Selects from the file's row, so that a deleted file gets no share.
      const file = ofClients(scope, 'file');
      await this.sql.write(
        `INSERT INTO share (id, file_id, live_file_id, client_id, created_at, expires_at)
         SELECT ?, file.id, file.id, file.client_id, ?, ? FROM document_file file
         WHERE file.id = ? AND file.deleted_at IS NULL AND ${file.sql}`,
        [newId(at.getTime()), at.getTime(), expiresAt?.getTime() ?? null, fileId, ...file.parameters],
      );
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await prolong();
    }
  }
}

/** The only file lookups without a scope: the share, or the address, is the permission. Raw SQL: on the path of every opened link. */
@Injectable()
export class TypeOrmSharedFiles extends SharedFiles {
  private readonly shared = new ReadsTogether((ids) => this.files(ids));

  constructor(private readonly sql: Sql) {
    super();
  }

  async open(shareId: string, at: Date): Promise<StoredFile | null> {
    const row = await this.shared.row(shareId);
    return row && (row.ends_at ?? Infinity) > at.getTime() ? toStoredFile(row) : null;
  }

  private async files(shareIds: readonly string[]): Promise<Map<string, SharedRow>> {
    const rows = await this.sql.rows<SharedRow>(
      `SELECT ${FILE_COLUMNS}, share.id AS share_id, share.expires_at AS ends_at
       FROM share JOIN document_file file ON file.client_id = share.client_id AND file.id = share.file_id
       JOIN document ON document.client_id = share.client_id AND document.code = file.document_code
       WHERE share.id IN (${places(shareIds)}) AND share.revoked_at IS NULL AND file.deleted_at IS NULL AND document.deleted_at IS NULL`,
      shareIds,
    );
    return new Map(rows.map((row) => [row.share_id, row]));
  }

  async held(clientId: string, fileId: string): Promise<StoredFile | WorkflowFile | null> {
    const row = await this.sql.first<FileRow>(
      `SELECT ${FILE_COLUMNS} FROM document_file file
       JOIN document ON document.client_id = file.client_id AND document.code = file.document_code
       WHERE file.id = ? AND file.client_id = ? AND file.deleted_at IS NULL AND document.deleted_at IS NULL`,
      [fileId, idBytes(clientId)],
    );
    return row ? toStoredFile(row) : this.ofFlow(clientId, fileId);
  }

  private async ofFlow(clientId: string, fileId: string): Promise<WorkflowFile | null> {
    const row = await this.sql.first<HeldFileRow & { workflow_id: string; to_sign: number }>(
      `SELECT workflow_file.id, workflow_file.client_id, workflow_file.object_key, workflow_file.size, workflow_file.sha256,
       workflow_file.name, workflow_file.extension, workflow_file.version, workflow_file.created_at, workflow_file.to_sign,
       workflow.id AS workflow_id
       FROM workflow_file JOIN workflow ON workflow.client_id = workflow_file.client_id AND workflow.code = workflow_file.workflow_code
       WHERE workflow_file.id = ? AND workflow_file.client_id = ? AND workflow_file.deleted_at IS NULL`,
      [fileId, idBytes(clientId)],
    );
    return row && { ...toHeldFile(row), workflowId: row.workflow_id, toSign: row.to_sign === 1 };
  }
}
