import { createHash } from 'node:crypto';
import { guidFrom } from './ids';

/** A GUID derived from the names only (RFC 9562 version 8, a custom digest). */
export function stableId(...names: readonly string[]): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify(['acervo', ...names]))
    .digest()
    .subarray(0, 16);
  bytes[6] = 0x80 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return guidFrom(bytes);
}
