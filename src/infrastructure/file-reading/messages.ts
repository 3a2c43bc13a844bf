import type { FileContent, ReadOrder } from '#application/ports/file-reader';
import { FILE_FAULTS, type FileFault } from '#domain/files/file-reading';

/** What a child is told. */
export interface ChildOrder extends ReadOrder {
  /** Path of the program that is to read the text of PDF files; null: pdf.js does. */
  pdfToText: string | null;
}

/** Beside the pages. */
export type Made = Pick<FileContent, 'engine' | 'preview'>;

/** What a child answers, one JSON object per line: pages, a preview, and then the end. */
export type Message =
  | { page: string }
  /** In Base64. */
  | { preview: string }
  | { done: { engine: string; isCut: boolean } }
  | { refused: FileFault }
  /** It is not known to be the file's fault. */
  | { failed: string };

/** Null: a child that has read a hostile file may say anything. */
export function messageOf(line: string): Message | null {
  const said = parsed(line);
  if (typeof said !== 'object' || said === null) return null;
  const { page, preview, done, refused, failed } = said as Record<string, unknown>;
  if (typeof page === 'string') return { page };
  if (typeof preview === 'string') return { preview };
  if (typeof failed === 'string') return { failed };
  const fault = FILE_FAULTS.find((each) => each === refused);
  if (fault) return { refused: fault };
  if (typeof done !== 'object' || done === null) return null;
  const { engine, isCut } = done as Record<string, unknown>;
  return typeof engine === 'string' && engine.length <= 40 && typeof isCut === 'boolean' ? { done: { engine, isCut } } : null;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
