import type { StoredFile } from '#domain/files/document-file';

export interface FileRow {
  id: string;
  document_id: string;
  client_id: string;
  object_key: string;
  size: number;
  sha256: string;
  name: string;
  extension: string;
  version: string;
  created_at: number;
}

/** For `document_file f JOIN document d`. */
export const FILE_COLUMNS =
  'f.id, d.id AS document_id, f.client_id, f.object_key, f.size, f.sha256, f.name, f.extension, f.version, f.created_at';

export function toStoredFile(row: FileRow): StoredFile {
  return {
    id: row.id,
    documentId: row.document_id,
    clientId: row.client_id,
    key: row.object_key,
    size: row.size,
    sha256: row.sha256,
    name: row.name,
    extension: row.extension,
    version: row.version,
    createdAt: new Date(row.created_at),
  };
}
