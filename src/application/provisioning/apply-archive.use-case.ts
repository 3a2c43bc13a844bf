import { Injectable } from '@nestjs/common';
import type { Author } from '#domain/access/actor';
import { ArchiveChange, type Applied, type ApplyOptions, type ArchiveInput } from './archive-change';

/** The command `apply`: changes the whole archive to match a file, for an operator. */
@Injectable()
export class ApplyArchive {
  constructor(private readonly change: ArchiveChange) {}

  execute(author: Author, input: ArchiveInput, options: ApplyOptions): Promise<Applied> {
    return this.change.apply(author, input, options);
  }
}
