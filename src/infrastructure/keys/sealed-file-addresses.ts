import type { KeyObject } from 'node:crypto';
import { FileAddresses, type FileAddress } from '#application/ports/files';
import { openedText, sealText } from './sealed-text';

const TOKEN = /^[A-Za-z0-9_-]{100,400}$/;
type Kept = [clientId: string, fileId: string, userId: string, inline: 0 | 1, expiresAt: number];

/** Encrypted and authenticated under a key of their own, longer than the token of any share link; nothing is stored. */
export class SealedFileAddresses extends FileAddresses {
  constructor(
    private readonly key: KeyObject,
    private readonly shareUrl: string,
  ) {
    super();
  }

  urlOf({ clientId, fileId, userId, inline, expiresAt }: FileAddress): string {
    const kept: Kept = [clientId, fileId, userId, inline ? 1 : 0, expiresAt.getTime()];
    return `${this.shareUrl}/${Buffer.from(sealText(this.key, JSON.stringify(kept)), 'base64').toString('base64url')}`;
  }

  read(token: string): FileAddress | null {
    const bytes = TOKEN.test(token) ? Buffer.from(token, 'base64url') : null;
    // One spelling of each.
    const text = bytes?.toString('base64url') === token ? openedText(this.key, bytes.toString('base64')) : null;
    if (text === null) return null;
    const [clientId, fileId, userId, inline, expiresAt] = JSON.parse(text) as Kept;
    return { clientId, fileId, userId, inline: inline === 1, expiresAt: new Date(expiresAt) };
  }
}
