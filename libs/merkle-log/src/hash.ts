import { createHash } from 'node:crypto';

/** 32 bytes. */
export type Hash = Uint8Array;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of an entry. Its prefix differs from that of a node, so that no entry can pass for one. */
export function leafHash(entry: Uint8Array): Buffer {
  return createHash('sha256').update(LEAF).update(entry).digest();
}

export function nodeHash(left: Hash, right: Hash): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest();
}

/** The root of a tree without entries. */
export function emptyRoot(): Buffer {
  return createHash('sha256').digest();
}

export function sameHash(one: Hash, other: Hash): boolean {
  return Buffer.compare(one, other) === 0;
}

export function isHash(value: unknown): value is Hash {
  return value instanceof Uint8Array && value.length === 32;
}
