import type { NewFile, StoredFile } from '#domain/files/document-file';
import { ColumnsOf, moment, momentOrNull, plain } from '../columns-of';
import { idOf } from '../id-bytes';

/** Columns shared by the tables of files, without the owner. */
interface FileHead extends NewFile {
  position: number;
  createdAt: Date;
  deletedAt: Date | null;
}

export const DOCUMENT_FILE = new ColumnsOf<FileHead>({
  id: plain('id'),
  position: plain('position'),
  key: plain('object_key'),
  size: plain('size'),
  sha256: plain('sha256'),
  name: plain('name'),
  extension: plain('extension'),
  version: plain('version'),
  createdAt: moment('created_at'),
  deletedAt: momentOrNull('deleted_at'),
});

/** Rows of any table of files. */
export interface HeldFileRow {
  id: string;
  client_id: Uint8Array;
  object_key: string;
  size: number;
  sha256: string;
  name: string;
  extension: string;
  version: string;
  created_at: number;
}

export interface FileRow extends HeldFileRow {
  document_id: string;
}

/** For `document_file file JOIN document`. */
export const FILE_COLUMNS = `file.id, document.id AS document_id, file.client_id, file.object_key, file.size, file.sha256, file.name, file.extension,
   file.version, file.created_at`;

export const toStoredFile = (row: FileRow): StoredFile => ({ documentId: row.document_id, ...toHeldFile(row) });

export function toHeldFile(row: HeldFileRow): Omit<StoredFile, 'documentId'> {
  return {
    id: row.id,
    clientId: idOf(row.client_id),
    key: row.object_key,
    size: row.size,
    sha256: row.sha256,
    name: row.name,
    extension: row.extension,
    version: row.version,
    createdAt: new Date(row.created_at),
  };
}
