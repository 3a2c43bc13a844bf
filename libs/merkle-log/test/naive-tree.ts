import { createHash } from 'node:crypto';

const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/**
 * The definitions of RFC 6962, 2.1, word by word, knowing nothing of what the library does. It says `D[from:to]` for a list, and keeps
 * what it has worked out: each proof asks for the same lists as the one before.
 */
export class NaiveTree {
  private readonly roots = new Map<string, Buffer>();

  /** Hashes of leaves, not entries. */
  constructor(private readonly leaves: readonly Uint8Array[]) {}

  /** MTH(D[from:to]) */
  root(to: number, from = 0): Buffer {
    const kept = this.roots.get(`${from}:${to}`);
    if (kept !== undefined) return kept;
    const root = this.workOut(from, to);
    this.roots.set(`${from}:${to}`, root);
    return root;
  }

  private workOut(from: number, to: number): Buffer {
    if (from === to) return sha256();
    if (to - from === 1) return Buffer.from(this.leaves[from]!);
    const k = from + powerBelow(to - from);
    return sha256(Buffer.of(1), this.root(k, from), this.root(to, k));
  }

  /** PATH(index, D[from:to]) */
  inclusion(index: number, to: number, from = 0): Buffer[] {
    if (to - from === 1) return [];
    const k = from + powerBelow(to - from);
    if (index < k) return [...this.inclusion(index, k, from), this.root(to, k)];
    return [...this.inclusion(index, to, k), this.root(k, from)];
  }

  /** PROOF(size, D[0:to]) */
  consistency(size: number, to: number): Buffer[] {
    return this.subproof(size, 0, to, true);
  }

  private subproof(size: number, from: number, to: number, isWhole: boolean): Buffer[] {
    if (size === to) return isWhole ? [] : [this.root(to, from)];
    const k = from + powerBelow(to - from);
    if (size <= k) return [...this.subproof(size, from, k, isWhole), this.root(to, k)];
    return [...this.subproof(size, k, to, false), this.root(k, from)];
  }
}

/** The largest power of two below n. */
function powerBelow(n: number): number {
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
}

/** As many leaves as one likes, each another. */
export function someLeaves(count: number): Buffer[] {
  return Array.from({ length: count }, (_, i) => sha256(Buffer.of(0), Buffer.from(`entry ${i}`)));
}
