import { Injectable } from '@nestjs/common';
import { AuditBuffer } from '#application/audit/audit-buffer';
import { ReadableFiles } from '#application/files/readable-files';
import { FileWork, type FileReading } from '#application/ports/text-extraction';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';

export interface FileTextPage {
  /** Null: files of this type are not read, or were stored while none was. */
  reading: FileReading | null;
  /** Null: there is no such page. */
  text: string | null;
}

/** The text of a file, page by page, for whoever may read the file. */
@Injectable()
export class GetFileText {
  constructor(
    private readonly files: ReadableFiles,
    private readonly work: FileWork,
    private readonly audit: AuditBuffer,
  ) {}

  async execute(scope: Scope, fileId: string, page: number): Promise<FileTextPage> {
    const file = await this.files.find(scope, fileId);
    if (!file) throw new DomainError('FILE_NOT_FOUND');
    if (!('documentId' in file)) return { reading: null, text: null };
    const reading = await this.work.find(scope, file.id, 'read');
    const text = reading?.state === 'done' ? await this.work.page(scope, file.id, page) : null;
    // Who reads the text has read the file.
    if (text !== null) this.audit.add(scope.actor, scope.clientId, 'file.read', { documentId: file.documentId, files: [file.id] });
    return { reading, text };
  }
}
