import { Injectable } from '@nestjs/common';
import { DocumentRepository } from '#application/ports/document.repository';
import { FileStorage } from '#application/ports/file-storage';
import type { Scope } from '#domain/access/scope';
import type { StoredDocument } from '#domain/documents/document';
import { documentUnknown } from '#domain/errors';
import type { ReadableFile } from './file-readings';
import { wholeBytes } from './whole-bytes';

/** Operation 2.1. */
@Injectable()
export class ListDocumentFiles {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly storage: FileStorage,
  ) {}

  async execute(scope: Scope, documentId: string): Promise<{ document: StoredDocument; files: ReadableFile[] }> {
    const document = await this.documents.find(scope, documentId);
    if (!document) throw documentUnknown();
    const files = await this.documents.filesOf(scope, document);
    return { document, files: files.map((file) => ({ file, bytes: (range) => wholeBytes(this.storage, file, range) })) };
  }
}
