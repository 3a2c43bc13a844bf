import { randomBytes } from 'node:crypto';

/** A UUID of version 7 (RFC 9562): ordered by time, so that rows of one day lie together. */
export function newId(now = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return guidFrom(bytes);
}

/** Sixteen bytes as a GUID is written. */
export function guidFrom(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The key of an object: fresh, random, never used again, spread over 256 folders. */
export function newObjectKey(): string {
  const id = newId();
  return `${id.slice(-2)}/${id}`;
}
