import { emptyRoot, nodeHash, type Hash } from './hash';

/** A whole subtree: the `index`-th one of 2^level leaves. */
export interface Subtree {
  level: number;
  index: number;
}

/** @throws RangeError unless the text of a message is the name of a whole number from 0 to 2^53 - 1 */
export function checkCount(value: number, name: string): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be a whole number, 0 or more`);
}

/**
 * The whole subtrees that make up the leaves from `from` to `to`, the largest first. `from` must be where a subtree of that size
 * begins, as it is in every tree of RFC 6962. Bits are taken by division: shifts end at 32 bits.
 */
export function wholeSubtrees(from: number, to: number): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let start = from; start < to;) {
    const level = levelBelow(to - start + 1);
    subtrees.push({ level, index: start / 2 ** level });
    start += 2 ** level;
  }
  return subtrees;
}

/** The largest level whose subtree has fewer than `size` leaves; `size` must be at least 2. */
export function levelBelow(size: number): number {
  let level = 0;
  while (2 ** (level + 1) < size) level += 1;
  return level;
}

/** The root over the roots of whole subtrees, the largest first. */
export function foldPeaks(peaks: readonly Hash[]): Buffer {
  const last = peaks.at(-1);
  if (last === undefined) return emptyRoot();
  return peaks.slice(0, -1).reduceRight<Buffer>((root, peak) => nodeHash(peak, root), Buffer.from(last));
}
