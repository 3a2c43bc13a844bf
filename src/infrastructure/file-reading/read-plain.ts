import { FileRefused } from '#application/ports/file-reader';
import type { PageWriter } from './page-writer';

/** A text in UTF-8 or UTF-16, or else in the encoding of Windows, in which every byte is a character. */
export function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function readPlain(bytes: Uint8Array, pages: PageWriter): void {
  const text = decoded(bytes);
  // No text has them: it is something else under this extension.
  if (text.includes('\0')) throw new FileRefused('damaged');
  pages.flow(text);
  pages.endFlow();
}
