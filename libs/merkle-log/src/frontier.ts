import { isHash, nodeHash, type Hash } from './hash';
import { checkCount, foldPeaks, wholeSubtrees, type Subtree } from './tree';

/** Every 8th level is stored: one hash for 256 leaves, one for 65 536, and so on. */
export const STORED_LEVELS = 8;

/** The hash of a whole subtree that has become complete, and will never change again. */
export interface StoredNode extends Subtree {
  hash: Buffer;
}

/** 32 bytes as base64url without padding. */
const TEXT_LENGTH = 43;

/**
 * What one has to keep of a tree to go on with it: the roots of its whole subtrees, the largest first. These are as many as its size
 * has bits set, so 27 at most for 100 million leaves.
 */
export class Frontier {
  private constructor(
    private leaves: number,
    private readonly peaks: Buffer[],
  ) {}

  static empty(): Frontier {
    return new Frontier(0, []);
  }

  /**
   * @param text as `text` gave it
   * @throws RangeError for a text that is not that of a tree of this size
   */
  static parse(size: number, text: string): Frontier {
    checkCount(size, 'The size');
    const parts = text === '' ? [] : text.split(' ');
    const peaks = parts.map((part) => Buffer.from(part, 'base64url'));
    // Spelt again: Node's decoder overlooks what does not belong there, and bits beyond the last byte.
    const isProper = peaks.every((peak, i) => parts[i]?.length === TEXT_LENGTH && peak.toString('base64url') === parts[i]);
    if (!isProper || peaks.length !== wholeSubtrees(0, size).length) throw new RangeError('The text is no frontier of a tree of this size');
    return new Frontier(size, peaks);
  }

  get size(): number {
    return this.leaves;
  }

  /** Base64url, with a blank between two. */
  get text(): string {
    return this.peaks.map((peak) => peak.toString('base64url')).join(' ');
  }

  /** The roots of the whole subtrees, the largest first. */
  get subtrees(): StoredNode[] {
    return wholeSubtrees(0, this.leaves).map((subtree, i) => ({ ...subtree, hash: this.peaks[i]! }));
  }

  /**
   * Takes the next leaf in.
   * @returns the nodes of levels 8, 16, 24, … that this leaf made complete, the lowest first: most often none
   */
  append(leaf: Hash): StoredNode[] {
    return this.appendSubtree(0, leaf);
  }

  /**
   * Takes the next 2^level leaves in at once, by the root of their subtree. The size must be a multiple of that.
   * @returns as `append` does, the levels above this one alone
   */
  appendSubtree(level: number, root: Hash): StoredNode[] {
    if (!isHash(root)) throw new RangeError('A leaf is taken in by its hash of 32 bytes');
    const width = 2 ** level;
    if (this.leaves % width !== 0) throw new RangeError('The subtree does not begin where the leaves end');
    const completed: StoredNode[] = [];
    let hash = Buffer.from(root);
    let index = this.leaves / width;
    // Each bit set at the end of the size stands for a subtree that this one completes to one twice as large.
    for (let above = level + 1; index % 2 === 1; above += 1) {
      hash = nodeHash(this.peaks.pop()!, hash) as Buffer<ArrayBuffer>;
      index = Math.floor(index / 2);
      if (above % STORED_LEVELS === 0) completed.push({ level: above, index, hash });
    }
    this.peaks.push(hash);
    this.leaves += width;
    return completed;
  }

  root(): Buffer {
    return foldPeaks(this.peaks);
  }
}
