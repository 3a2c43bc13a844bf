import { DOCUMENT_STATUS } from '#domain/documents/document';
import {
  byDefault,
  code,
  flag,
  huge,
  hugeToken,
  instant,
  logId,
  number,
  numbered,
  optional,
  primary,
  shortId,
  small,
  table,
  text,
  tiny,
  token,
  type RowOf,
} from './table';

export const DocumentEntity = table(
  'document',
  {
    code: code(),
    id: token(),
    clientId: shortId(),
    unitId: shortId(),
    nodeCode: small(),
    status: numbered(DOCUMENT_STATUS),
    boxId: optional(token()),
    dueDay: optional(token(10)),
    createdAt: instant(),
    createdBy: shortId(),
    deletedAt: optional(instant()),
    externalKey: optional(text(100)),
    // The external key while the document is not deleted, then null: unique among live documents.
    liveExternalKey: optional(text(100)),
    version: byDefault(1, small()),
    // Null until the first change after the document was registered.
    changedAt: optional(instant()),
    // What a page shows besides: see shown.ts.
    shown: huge(),
    fileCount: byDefault(0, small()),
  },
  {
    // Keys before clients: in the other order the optimizer uses these indexes to find all documents of a client.
    unique: [['id'], ['liveExternalKey', 'clientId']],
    // Level and unit come last: documents out of a user's reach are skipped within the index (ADR 0008).
    indexes: [
      ['externalKey', 'clientId'],
      ['clientId', 'deletedAt', 'code', 'nodeCode', 'unitId'],
      ['clientId', 'status', 'code', 'nodeCode', 'unitId'],
      ['clientId', 'nodeCode', 'deletedAt', 'code', 'unitId'],
      ['clientId', 'nodeCode', 'status', 'code', 'unitId'],
      ['clientId', 'nodeCode', 'createdBy', 'code', 'unitId'],
      ['clientId', 'createdAt', 'code', 'deletedAt', 'nodeCode', 'unitId'],
      ['clientId', 'changedAt'],
      ['clientId', 'dueDay', 'code'],
      ['clientId', 'boxId', 'code'],
      ['clientId', 'createdBy', 'code'],
    ],
  },
);

/** Differences, never updated: their sums tell how many documents a level has (ADR 0008). */
export const DocumentCountEntity = table(
  'document_count',
  { code: code(), clientId: shortId(), nodeCode: small(), live: small(), deleted: small() },
  { indexes: [['clientId', 'nodeCode', 'live', 'deleted']] },
);

export const DocumentValueEntity = table(
  'document_value',
  {
    clientId: primary(shortId()),
    documentCode: primary(number()),
    // Negative when the document is deleted, so that searches need not look at documents (ADR 0008).
    fieldCode: primary(small()),
    value: text(4000),
    valueKey: text(190),
    // The document's level; immutable.
    nodeCode: byDefault(0, small()),
    // 1: the key of a linked row's cell (list-copies.ts); its text is shown from the row.
    fromList: byDefault(0, tiny()),
  },
  {
    indexes: [
      ['clientId', 'fieldCode', 'valueKey', 'documentCode', 'nodeCode'],
      ['clientId', 'fieldCode', 'nodeCode', 'valueKey', 'documentCode'],
    ],
  },
);

/** Words of text values, each prefixed with its field (ADR 39). */
export const DocumentWordsEntity = table(
  'document_words',
  { documentCode: primary(number()), clientId: shortId(), words: hugeToken() },
  { fulltext: 'words' },
);

/** Words of the text of files, each prefixed with its client. */
export const DocumentContentsEntity = table(
  'document_contents',
  { documentCode: primary(number()), clientId: shortId(), words: hugeToken() },
  { fulltext: 'words' },
);

/** Words of the text of files on their way to OpenSearch (ADR 44); empty without one. */
export const WordOutboxEntity = table(
  'word_outbox',
  {
    code: code(),
    clientId: shortId(),
    documentCode: number(),
    // As in `document_contents`; empty: there are none any more.
    words: hugeToken(),
    // By the database's clock: when they were put, and when they are due; while somebody has them, when the lease ends.
    putAt: number(),
    dueAt: number(),
    holder: optional(token()),
  },
  { indexes: [['dueAt'], ['clientId', 'documentCode']] },
);

export const DocumentListRowEntity = table(
  'document_list_row',
  { clientId: primary(shortId()), documentCode: primary(number()), listId: primary(token()), rowCode: number() },
  { indexes: [['clientId', 'rowCode', 'documentCode']] },
);

export const DocumentFileEntity = table(
  'document_file',
  {
    id: primary(token()),
    documentCode: number(),
    clientId: shortId(),
    position: small(),
    objectKey: token(64),
    size: number(),
    sha256: token(64),
    name: text(255),
    extension: token(20),
    version: text(50),
    createdAt: instant(),
    deletedAt: optional(instant()),
  },
  { unique: [['objectKey']], indexes: [['documentCode', 'position']] },
);

export type DocumentFileEntity = RowOf<typeof DocumentFileEntity>;

export const ShareEntity = table(
  'share',
  {
    id: primary(token()),
    fileId: token(),
    // The file's id while the share is not revoked, then null: at most one active share per file.
    liveFileId: optional(token()),
    clientId: shortId(),
    createdAt: instant(),
    expiresAt: optional(instant()),
    revokedAt: optional(instant()),
  },
  { unique: [['liveFileId']], indexes: [['fileId'], ['clientId', 'id']] },
);
export type ShareEntity = RowOf<typeof ShareEntity>;

/** Objects that may be removed from the store; of no client those that nothing has ever named. */
export const ObjectJournalEntity = table(
  'object_journal',
  { clientId: primary(logId()), objectKey: primary(token(64)), state: token(10), notBefore: instant(), reason: text(100) },
  { indexes: [['state', 'notBefore']] },
);

export const FileVersionEntity = table(
  'file_version',
  {
    fileId: primary(token()),
    number: primary(number()),
    clientId: shortId(),
    objectKey: token(64),
    size: number(),
    sha256: token(64),
    version: text(50),
    replacedAt: instant(),
  },
  { unique: [['objectKey']], indexes: [['clientId']] },
);

export const FileSignatureEntity = table(
  'file_signature',
  {
    id: primary(token()),
    code: token(26),
    clientId: shortId(),
    fileId: token(),
    // Of the signed file.
    sha256: token(64),
    originId: token(),
    legalPerson: flag(),
    signedAt: instant(),
    signedBy: token(),
    address: token(64),
    // Origin's message, signer, company, further texts and certificate at the time of signing (JSON).
    details: huge(),
  },
  { unique: [['code']], indexes: [['clientId', 'signedAt'], ['fileId']] },
);
export type FileSignatureEntity = RowOf<typeof FileSignatureEntity>;
