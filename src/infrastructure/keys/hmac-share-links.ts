import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { guidFrom } from '#application/support/ids';
import { ShareLinks } from '#application/ports/documents';
import type { Keys } from './key-files';

const ID_BYTES = 16;
const MAC_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * Token = base64url(share id ‖ HMAC-SHA-256(key, share id) cut to 16 bytes): whoever reads the database has no link that
 * works, yet the service can print it again.
 */
export class HmacShareLinks extends ShareLinks {
  private readonly key: KeyObject;

  constructor(
    keys: Keys,
    private readonly shareUrl: string,
  ) {
    super();
    this.key = createSecretKey(Buffer.from(keys.link.reveal()));
  }

  urlOf(shareId: string): string {
    const id = Buffer.from(shareId.replaceAll('-', ''), 'hex');
    return `${this.shareUrl}/${Buffer.concat([id, this.mac(id)]).toString('base64url')}`;
  }

  shareOf(token: string): string | null {
    if (!TOKEN.test(token)) return null;
    const bytes = Buffer.from(token, 'base64url');
    const id = bytes.subarray(0, ID_BYTES);
    const genuine = timingSafeEqual(this.mac(id), bytes.subarray(ID_BYTES));
    return genuine && bytes.toString('base64url') === token ? guidFrom(id) : null;
  }

  private mac(id: Buffer): Buffer {
    return createHmac('sha256', this.key).update('share/v1').update(id).digest().subarray(0, MAC_BYTES);
  }
}
