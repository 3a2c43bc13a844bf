import { createHash } from 'node:crypto';

/** The definitions of RFC 6962, 2.1, word by word: over whole lists, knowing nothing of what the library does. */
const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The largest power of two below n. */
function powerBelow(n: number): number {
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
}

/** MTH. The tree has hashes of leaves, not entries. */
export function naiveRoot(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return Buffer.from(leaves[0]!);
  const k = powerBelow(leaves.length);
  return sha256(Buffer.of(1), naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
}

/** PATH */
export function naiveInclusion(index: number, leaves: readonly Uint8Array[]): Buffer[] {
  if (leaves.length === 1) return [];
  const k = powerBelow(leaves.length);
  if (index < k) return [...naiveInclusion(index, leaves.slice(0, k)), naiveRoot(leaves.slice(k))];
  return [...naiveInclusion(index - k, leaves.slice(k)), naiveRoot(leaves.slice(0, k))];
}

/** PROOF */
export function naiveConsistency(size: number, leaves: readonly Uint8Array[]): Buffer[] {
  return subproof(size, leaves, true);
}

function subproof(size: number, leaves: readonly Uint8Array[], isWhole: boolean): Buffer[] {
  if (size === leaves.length) return isWhole ? [] : [naiveRoot(leaves)];
  const k = powerBelow(leaves.length);
  if (size <= k) return [...subproof(size, leaves.slice(0, k), isWhole), naiveRoot(leaves.slice(k))];
  return [...subproof(size - k, leaves.slice(k), false), naiveRoot(leaves.slice(0, k))];
}

/** As many leaves as one likes, each another. */
export function someLeaves(count: number): Buffer[] {
  return Array.from({ length: count }, (_, i) => sha256(Buffer.of(0), Buffer.from(`entry ${i}`)));
}
