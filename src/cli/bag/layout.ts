import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Where things lie in a bag (RFC 8493, docs/import-export.md). */
export const BAGIT = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';
export const MANIFEST = 'manifest-sha256.txt';
export const TAG_MANIFEST = 'tagmanifest-sha256.txt';
export const ARCHIVE = 'data/archive.yaml';
export const ROWS = 'data/rows.jsonl';
export const DOCUMENTS = 'data/documents.jsonl';
export const SIGNATURES = 'data/signatures.jsonl';
/** Beside the payload: what happened, to be read and not to be restored. */
export const EVENTS = 'audit.jsonl';

/** By id alone: what a file is called stands with its document. */
export function pathOfFile(fileId: string, number: number | null): string {
  return `data/files/${fileId.slice(-2)}/${fileId}${number === null ? '' : `.${number}`}`;
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
