import type { ReadingFault, ReadingState, WorkKind } from '#domain/files/file-reading';
import { byDefault, bytes, hugeToken, number, optional, primary, small, table, token, shortId } from './table';

/** What has to be made of a file, or was made. */
export const FileWorkEntity = table(
  'file_work',
  {
    fileId: primary(token()),
    kind: primary(token<WorkKind>(10)),
    clientId: shortId(),
    state: token<ReadingState>(10),
    // With the one that is under way.
    tries: byDefault(0, small()),
    kills: byDefault(0, small()),
    // By the database's clock: when it is due; while somebody has it, when the lease ends.
    nextAt: number(),
    // Counted up by each holder, and when the file's bytes change.
    fence: byDefault(0, number()),
    // 1: taken by a process that serves alone, which the next one knows to be dead; not while it waits for its next try.
    isServed: byDefault(0, small()),
    engine: optional(token(40)),
    fault: optional(token<ReadingFault>(20)),
    pages: byDefault(0, small()),
    isCut: byDefault(0, small()),
  },
  { indexes: [['state', 'clientId', 'nextAt']] },
);

/** Whole pages, deflated together, each ended by a form feed. */
export const FileTextEntity = table('file_text', {
  fileId: primary(token()),
  firstPage: primary(small()),
  clientId: shortId(),
  pages: bytes(),
});

/** Words of a file, without what an index adds to them; those of a document's files are found together (ADR 42). */
export const FileWordsEntity = table(
  'file_words',
  { fileId: primary(token()), documentCode: number(), clientId: shortId(), words: hugeToken() },
  { indexes: [['documentCode', 'fileId']] },
);

export const FilePreviewEntity = table(
  'file_preview',
  { fileId: primary(token()), pixels: primary(small()), clientId: shortId(), objectKey: token(64), size: number(), sha256: token(64) },
  { unique: [['objectKey']] },
);
