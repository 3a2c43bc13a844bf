import { hash } from 'node:crypto';

/** 32 bytes. */
export type Hash = Uint8Array;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** In one call: an object for each hash costs more than the hash, and verifying a log takes one for each leaf and node. */
const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/** The hash of an entry. Its prefix differs from that of a node, so that no entry can pass for one. */
export function leafHash(entry: Uint8Array): Buffer {
  return sha256(Buffer.concat([LEAF, entry]));
}

export function nodeHash(left: Hash, right: Hash): Buffer {
  return sha256(Buffer.concat([NODE, left, right]));
}

/** The root of a tree without entries. */
export function emptyRoot(): Buffer {
  return sha256(new Uint8Array());
}

export function sameHash(one: Hash, other: Hash): boolean {
  return Buffer.compare(one, other) === 0;
}

export function isHash(value: unknown): value is Hash {
  return value instanceof Uint8Array && value.length === 32;
}
