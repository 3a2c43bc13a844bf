import type { Readable } from 'node:stream';
import type { ByteRange } from '#application/ports/files';
import type { NewFile } from '#domain/files/document-file';

/** A stored file whose bytes are opened on demand: those of a small one at once. */
export interface ReadableFile {
  file: NewFile;
  bytes: (range?: ByteRange) => Promise<Buffer | Readable>;
}
