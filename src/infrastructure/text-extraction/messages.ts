import type { FileContent, ReadOrder } from '#application/ports/text-extraction';
import { LONGEST_WORD } from '#domain/documents/words';
import { FILE_FAULTS, type FileFault } from '#domain/files/file-reading';

/** What a child is told. */
export interface ChildOrder extends ReadOrder {
  /** Path of the program that is to read the text of PDF files; null: pdf.js does. */
  pdfToText: string | null;
}

/** A text of 1 MiB has no more, unless it is a list of them; of more the first are found. */
export const MOST_FILE_WORDS = 50_000;

/** Beside the pages. */
export type Made = Pick<FileContent, 'engine' | 'preview'>;

/** What a child answers, one JSON object per line: pages, their words, a preview, and then the end. */
export type Message =
  | { page: string }
  /** Of all pages, each once. */
  | { words: readonly string[] }
  /** In Base64. */
  | { preview: string }
  | { done: { engine: string; isCut: boolean } }
  | { refused: FileFault }
  /** It is not known to be the file's fault. */
  | { failed: string };

const WORD = new RegExp(`^[a-z0-9]{1,${LONGEST_WORD}}$`);
const isWord = (word: unknown): word is string => typeof word === 'string' && WORD.test(word);

/** Null: a child that has read a hostile file may say anything. */
export function messageOf(line: string): Message | null {
  const said = parsed(line);
  if (typeof said !== 'object' || said === null) return null;
  const { page, words, preview, done, refused, failed } = said as Record<string, unknown>;
  if (typeof page === 'string') return { page };
  if (Array.isArray(words)) return words.length <= MOST_FILE_WORDS && words.every(isWord) ? { words } : null;
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
