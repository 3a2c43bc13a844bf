import { Injectable } from '@nestjs/common';
import { DocumentRepository } from '#application/ports/document.repository';
import { FileStorage } from '#application/ports/file-storage';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import type { ReadableFile } from './file-readings';

/** Operation 2.5. */
@Injectable()
export class GetFile {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly storage: FileStorage,
  ) {}

  async execute(scope: Scope, fileId: string): Promise<ReadableFile> {
    const file = await this.documents.findFile(scope, fileId);
    if (!file) throw new DomainError('FILE_NOT_FOUND');
    return { file, bytes: (range) => this.storage.read(file.key, range) };
  }
}
