import type { KeyObject } from 'node:crypto';
import { Cursors } from '#application/ports/documents';
import { openedText, sealText } from './sealed-text';

/** A multiple of it in length, so that the length of a value cannot be told. */
const STEP = 256;
const LONGEST = 2048;
const CURSOR = /^[A-Za-z0-9_-]+$/;

/** Encrypted and authenticated: an altered or invented cursor does not open. */
export class SealedCursors extends Cursors {
  constructor(private readonly key: KeyObject) {
    super();
  }

  seal(position: string): string {
    const bytes = Buffer.byteLength(position);
    const padded = position + ' '.repeat(Math.ceil(bytes / STEP) * STEP - bytes);
    return Buffer.from(sealText(this.key, padded), 'base64').toString('base64url');
  }

  open(cursor: string): string | null {
    if (cursor.length > LONGEST || !CURSOR.test(cursor)) return null;
    const bytes = Buffer.from(cursor, 'base64url');
    // One spelling of each.
    if (bytes.toString('base64url') !== cursor) return null;
    return openedText(this.key, bytes.toString('base64'))?.trimEnd() ?? null;
  }
}
