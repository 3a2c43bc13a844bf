import { FileRefused } from '#application/ports/text-extraction';
import { readableTextOf } from '#libs/text-encoding';
import type { PageWriter } from './page-writer';

export function readPlain(bytes: Uint8Array, pages: PageWriter): void {
  const text = readableTextOf(bytes);
  // No text has them: it is something else under this extension.
  if (text.includes('\0')) throw new FileRefused('damaged');
  pages.flow(text);
  pages.endFlow();
}
