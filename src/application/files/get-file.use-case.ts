import { Injectable } from '@nestjs/common';
import type { Scope } from '#domain/access/scope';
import { OwnedFiles, type OwnedFile } from './owned-files';

/** Operation 2.5: a file of a document, or of a flow. */
@Injectable()
export class GetFile {
  constructor(private readonly files: OwnedFiles) {}

  execute(scope: Scope, fileId: string): Promise<OwnedFile> {
    return this.files.open(scope, fileId);
  }
}
