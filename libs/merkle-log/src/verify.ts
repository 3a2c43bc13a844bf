import { emptyRoot, isHash, nodeHash, sameHash, type Hash } from './hash';

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const half = (value: number): number => Math.floor(value / 2);

export interface Inclusion {
  /** The hash of the entry. */
  leaf: Hash;
  /** Its place, counted from 0. */
  index: number;
  size: number;
  root: Hash;
  proof: readonly Hash[];
}

/** RFC 9162, 2.1.3.2. Whatever is wrong with what is given, the answer is false. */
export function verifyInclusion({ leaf, index, size, root, proof }: Inclusion): boolean {
  if (!isCount(index) || !isCount(size) || index >= size || ![leaf, root, ...proof].every(isHash)) return false;
  let fn = index;
  let sn = size - 1;
  let hash = leaf;
  for (const step of proof) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      hash = nodeHash(step, hash);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      hash = nodeHash(hash, step);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && sameHash(hash, root);
}

export interface Consistency {
  oldSize: number;
  oldRoot: Hash;
  newSize: number;
  newRoot: Hash;
  proof: readonly Hash[];
}

/** RFC 9162, 2.1.4.2; and every tree begins with the empty one. Whatever is wrong with what is given, the answer is false. */
export function verifyConsistency({ oldSize, oldRoot, newSize, newRoot, proof }: Consistency): boolean {
  if (!isCount(oldSize) || !isCount(newSize) || oldSize > newSize || ![oldRoot, newRoot, ...proof].every(isHash)) return false;
  if (oldSize === newSize) return proof.length === 0 && sameHash(oldRoot, newRoot) && (oldSize > 0 || sameHash(oldRoot, emptyRoot()));
  if (oldSize === 0) return proof.length === 0 && sameHash(oldRoot, emptyRoot());

  let fn = oldSize - 1;
  let sn = newSize - 1;
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
  // fn is 0 here only if the old size is a power of two: then the old root is where the proof begins.
  const [first, ...rest] = fn === 0 ? [oldRoot, ...proof] : proof;
  if (first === undefined) return false;
  let older = first;
  let newer = first;
  for (const step of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      older = nodeHash(step, older);
      newer = nodeHash(step, newer);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      newer = nodeHash(newer, step);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && sameHash(older, oldRoot) && sameHash(newer, newRoot);
}
