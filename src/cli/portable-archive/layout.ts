import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Inspected } from '#application/portable-archive/client-inspection';

/** Where things lie in a bag (RFC 8493, docs/import-export.md). */
export const BAGIT = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';
export const MANIFEST = 'manifest-sha256.txt';
export const TAG_MANIFEST = 'tagmanifest-sha256.txt';
export const INFO = 'bag-info.txt';
export const ARCHIVE = 'data/archive.yaml';
/** Beside the payload: what happened, to be read and not to be restored. */
export const EVENTS = 'audit.jsonl';
/** The signed end of that trail. */
export const CHECKPOINT = 'audit-checkpoint.txt';

export type Part = keyof Inspected;

/** Files of lines, in the order in which they are restored: one refers to another before it, and nothing is billed that was billed. */
export const PARTS: Readonly<Record<Part, string>> = {
  rows: 'data/rows.jsonl',
  bills: 'data/bills.jsonl',
  custody: 'data/custody.jsonl',
  documents: 'data/documents.jsonl',
  designs: 'data/designs.jsonl',
  flows: 'data/flows.jsonl',
  signatures: 'data/signatures.jsonl',
};
export const PART_NAMES = Object.keys(PARTS) as Part[];

/** What a bag says in `bag-info.txt` of how it is to be read; without a word it is the first one, which had fewer parts. */
export const FORMAT = 2;
export const FORMAT_LABEL = 'Acervo-Format';
const FIRST: readonly Part[] = ['rows', 'documents', 'signatures'];

export const partsOf = (format: number): readonly Part[] => (format < 2 ? FIRST : PART_NAMES);

/** Named by id; the display name is stored with the document. */
export function pathOfFile(fileId: string, number: number | null): string {
  return `data/files/${fileId.slice(-2)}/${fileId}${number === null ? '' : `.${number}`}`;
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
