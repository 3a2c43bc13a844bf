import { Injectable } from '@nestjs/common';
import { AuditBuffer } from '#application/audit/audit-buffer';
import { DocumentRepository } from '#application/ports/documents';
import { FileStorage } from '#application/ports/files';
import type { Scope } from '#domain/access/scope';
import type { StoredDocument } from '#domain/documents/document';
import { documentUnknown } from '#domain/errors';
import type { ReadableFile } from './file-readings';
import { bytesToSend } from './whole-bytes';

/** Operation 2.1. */
@Injectable()
export class ListDocumentFiles {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly storage: FileStorage,
    private readonly audit: AuditBuffer,
  ) {}

  async execute(scope: Scope, documentId: string): Promise<{ document: StoredDocument; files: ReadableFile[] }> {
    const document = await this.documents.find(scope, documentId);
    if (!document) throw documentUnknown();
    const files = await this.documents.filesOf(scope, document);
    let isTold = false;
    const readable = files.map((file): ReadableFile => {
      const bytes: ReadableFile['bytes'] = async (range) => {
        const read = await bytesToSend(this.storage, file, range);
        const subject = { documentId: document.id, files: files.map(({ id }) => id) };
        if (!isTold) this.audit.add(scope.actor, document.clientId, 'file.read', subject);
        isTold = true;
        return read;
      };
      return { file, bytes };
    });
    return { document, files: readable };
  }
}
