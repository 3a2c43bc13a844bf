import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { OwnedFiles } from '#application/files/owned-files';
import { NoteReader, type Note } from '#application/ports/text-extraction';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';

/** As in operation 7.1. */
const MOST_BYTES = 10 * 1024 ** 2;

/** An electronic invoice or transport document, for whoever may read its file. */
@Injectable()
export class GetNote {
  constructor(
    private readonly files: OwnedFiles,
    private readonly reader: NoteReader,
  ) {}

  async execute(scope: Scope, fileId: string): Promise<Note> {
    const { file, bytes } = await this.files.open(scope, fileId);
    if (file.extension !== 'xml') throw new DomainError('NOTE_NOT_FOUND');
    if (file.size > MOST_BYTES) throw new DomainError('NOTE_REFUSED', [], { fault: 'too-large' });
    const note = await this.reader.read(Readable.from(await bytes()));
    if (!note) throw new DomainError('NOTE_NOT_FOUND');
    if ('fault' in note) throw new DomainError('NOTE_REFUSED', [], { ...note });
    return note;
  }
}
