import { Injectable } from '@nestjs/common';
import { AuditBuffer } from '#application/audit/audit-buffer';
import { FileStorage, type ByteRange } from '#application/ports/files';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import type { ReadableFile } from './file-readings';
import { ownerOf, ReadableFiles } from './readable-files';
import { bytesToSend } from './whole-bytes';

/** A file with its owner: a document or a flow; the other one is null. */
export interface OwnedFile extends ReadableFile {
  documentId: string | null;
  workflowId: string | null;
}

/** Files of documents, and of flows for callers who may see flows; who reads one is in the audit trail. */
@Injectable()
export class OwnedFiles {
  constructor(
    private readonly files: ReadableFiles,
    private readonly storage: FileStorage,
    private readonly audit: AuditBuffer,
  ) {}

  /** Refuses one that is not there, or out of reach. */
  async open(scope: Scope, fileId: string): Promise<OwnedFile> {
    const file = await this.files.find(scope, fileId);
    if (!file) throw new DomainError('FILE_NOT_FOUND');
    const owner = ownerOf(file);
    const bytes = async (range?: ByteRange) => {
      const read = await bytesToSend(this.storage, file, range);
      this.audit.add(scope.actor, scope.clientId, 'file.read', { ...owner, files: [file.id] });
      return read;
    };
    return { file, documentId: null, workflowId: null, ...owner, bytes };
  }
}
