import { randomUUID } from 'node:crypto';

/** A UUID of version 7 (RFC 9562): ordered by time, so that rows of one day are stored together. */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  // Variant and random bits come from `randomUUID`, which Node generates in batches.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** The creation time of an id of this service. */
export const madeAt = (id: string): Date => new Date(parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** Formats sixteen bytes as a GUID. */
export function guidFrom(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A new object key: random, never reused, distributed over 256 folders. */
export function newObjectKey(): string {
  const id = newId();
  return `${id.slice(-2)}/${id}`;
}

const OBJECT_KEY = /^[0-9a-f]{2}\/[0-9a-f-]{36}$/;

/** Whether the service created the key. */
export const isObjectKey = (key: string): boolean => OBJECT_KEY.test(key);
