import { Injectable } from '@nestjs/common';
import { AuditBuffer } from '#application/audit/audit-buffer';
import type { ReadableFile } from '#application/files/file-readings';
import { ReadableFiles } from '#application/files/readable-files';
import { bytesToSend } from '#application/files/whole-bytes';
import { FileStorage, ObjectMissing } from '#application/ports/files';
import { FileWork, type StoredPreview } from '#application/ports/text-extraction';
import { Settings } from '#application/support/settings';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import type { StoredFile } from '#domain/files/document-file';
import { hasPreview, kindOf, PREVIEW_SIZES, type WorkKind } from '#domain/files/file-reading';

/** A picture of the first page of a file, for whoever may read the file. */
@Injectable()
export class GetPreview {
  constructor(
    private readonly files: ReadableFiles,
    private readonly work: FileWork,
    private readonly storage: FileStorage,
    private readonly settings: Settings,
    private readonly audit: AuditBuffer,
  ) {}

  /** Null: it is being made. */
  async execute(scope: Scope, fileId: string, kind: WorkKind): Promise<ReadableFile | null> {
    const file = await this.files.find(scope, fileId);
    if (!file) throw new DomainError('FILE_NOT_FOUND');
    if (!('documentId' in file) || !hasPreview(kindOf(file.extension))) throw new DomainError('PREVIEW_NOT_FOUND');
    const stored = await this.work.preview(scope, file.id, PREVIEW_SIZES[kind]);
    if (stored) return this.readable(scope, file, kind, stored);
    if (await this.isComing(scope, file, kind)) return null;
    throw new DomainError('PREVIEW_NOT_FOUND');
  }

  private async isComing(scope: Scope, { id }: StoredFile, kind: WorkKind): Promise<boolean> {
    const reading = await this.work.find(scope, id, kind);
    if (reading) return reading.state === 'pending';
    // The large one is made for who asks first; where the small one could not be made, it could not be either.
    if (kind === 'read' || !this.settings.readFiles) return false;
    const small = await this.work.find(scope, id, 'read');
    if (small?.state === 'pending') return true;
    if (!(await this.work.preview(scope, id, PREVIEW_SIZES.read))) return false;
    await this.work.wantLarge(scope, id);
    return true;
  }

  private readable(scope: Scope, file: StoredFile, kind: WorkKind, { key, size, sha256 }: StoredPreview): ReadableFile {
    const bytes: ReadableFile['bytes'] = async (range) => {
      try {
        const read = await bytesToSend(this.storage, { key, size, sha256 }, range);
        // It can be read as the file itself can.
        if (kind === 'large') this.audit.add(scope.actor, scope.clientId, 'file.read', { documentId: file.documentId, files: [file.id] });
        return read;
      } catch (error) {
        // This call fails; the next ones wait until it is made again.
        if (error instanceof ObjectMissing) await this.work.losePreview(scope, file.id, kind, key);
        throw error;
      }
    };
    return { file: { ...file, key, size, sha256, extension: 'webp' }, bytes };
  }
}
