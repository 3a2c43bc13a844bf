import { Injectable } from '@nestjs/common';
import { DocumentRepository } from '#application/ports/document.repository';
import { FileStorage } from '#application/ports/file-storage';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import type { ReadableFile } from './file-readings';

/** Operation 2.1. */
@Injectable()
export class ListDocumentFiles {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly storage: FileStorage,
  ) {}

  async execute(scope: Scope, documentId: string): Promise<ReadableFile[]> {
    const document = await this.documents.find(scope, documentId);
    if (!document) throw new DomainError('DOCUMENT_UNKNOWN', [{ path: ['documentId'], code: 'UNKNOWN_ID' }]);
    const files = await this.documents.filesOf(scope, document);
    return files.map((file) => ({ file, bytes: (range) => this.storage.read(file.key, range) }));
  }
}
