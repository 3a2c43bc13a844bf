import { STORED_LEVELS, Frontier } from './frontier';
import type { Hash } from './hash';
import { checkCount, foldPeaks, levelBelow, wholeSubtrees, type Subtree } from './tree';

/** Where the hashes of a tree are. Both give those from `from` to before `to`, in order; never more than 256 are asked for at once. */
export interface TreeReader {
  leaves(from: number, to: number): Promise<readonly Hash[]> | readonly Hash[];
  /** Nodes that an `append` gave, of level 8, 16, 24, …, by their index. */
  nodes(level: number, from: number, to: number): Promise<readonly Hash[]> | readonly Hash[];
}

/**
 * Shows that the leaf at `index` (the first is 0) is in the tree of the first `size` leaves.
 * @param frontier of that tree, if it is at hand: it saves reading the end of the tree
 */
export async function inclusionProof(index: number, size: number, reader: TreeReader, frontier?: Frontier): Promise<Hash[]> {
  checkCount(index, 'The index');
  checkCount(size, 'The size');
  if (index >= size) throw new RangeError('The index must be below the size');
  const tree = new StoredTree(size, reader, frontier);
  const proof: Hash[] = [];
  for (let [from, to] = [0, size]; to - from > 1;) {
    const middle = from + 2 ** levelBelow(to - from);
    const isLeft = index < middle;
    proof.unshift(await (isLeft ? tree.root(middle, to) : tree.root(from, middle)));
    if (isLeft) to = middle;
    else from = middle;
  }
  return proof;
}

/**
 * Shows that the tree of the first `newSize` leaves begins with that of the first `oldSize`.
 * @param frontier of the newer tree, if it is at hand
 */
export async function consistencyProof(oldSize: number, newSize: number, reader: TreeReader, frontier?: Frontier): Promise<Hash[]> {
  checkCount(oldSize, 'The old size');
  checkCount(newSize, 'The new size');
  if (oldSize > newSize) throw new RangeError('The old size must not be above the new one');
  if (oldSize === 0 || oldSize === newSize) return [];
  const tree = new StoredTree(newSize, reader, frontier);
  const proof: Hash[] = [];
  let [from, to] = [0, newSize];
  while (to !== oldSize) {
    const middle = from + 2 ** levelBelow(to - from);
    const isLeft = oldSize <= middle;
    proof.unshift(await (isLeft ? tree.root(middle, to) : tree.root(from, middle)));
    if (isLeft) to = middle;
    else from = middle;
  }
  // Whoever verifies has the old root: it is said only where it is not the root of what is left.
  return from === 0 ? proof : [await tree.root(from, to), ...proof];
}

/** The root of the tree of the first `size` leaves. */
export async function rootAt(size: number, reader: TreeReader): Promise<Hash> {
  checkCount(size, 'The size');
  return new StoredTree(size, reader).root(0, size);
}

/** The frontier of the tree of the first `size` leaves. If that is a multiple of 256, no leaf is needed. */
export async function frontierAt(size: number, reader: TreeReader): Promise<Frontier> {
  checkCount(size, 'The size');
  return new StoredTree(size, reader).frontier();
}

/** Roots of parts of a tree, out of the leaves and every 8th level. Reads each run of 256 hashes once, and only when it is needed. */
class StoredTree {
  private readonly runs = new Map<string, readonly Hash[]>();
  private readonly known = new Map<string, Hash>();

  constructor(
    private readonly size: number,
    private readonly reader: TreeReader,
    frontier?: Frontier,
  ) {
    if (frontier !== undefined && frontier.size !== size) throw new RangeError('The frontier is that of another size');
    for (const { level, index, hash } of frontier?.subtrees ?? []) this.known.set(`${level} ${index}`, hash);
  }

  async root(from: number, to: number): Promise<Hash> {
    const peaks: Hash[] = [];
    for (const subtree of wholeSubtrees(from, to)) peaks.push(await this.whole(subtree));
    return foldPeaks(peaks);
  }

  async frontier(): Promise<Frontier> {
    const peaks: string[] = [];
    for (const subtree of wholeSubtrees(0, this.size)) peaks.push(Buffer.from(await this.whole(subtree)).toString('base64url'));
    return Frontier.parse(this.size, peaks.join(' '));
  }

  private async whole({ level, index }: Subtree): Promise<Hash> {
    const known = this.known.get(`${level} ${index}`);
    if (known !== undefined) return known;
    const height = level % STORED_LEVELS;
    const width = 2 ** STORED_LEVELS;
    const first = index * 2 ** height;
    const run = await this.run(level - height, Math.floor(first / width));
    return subtreeRoot(run.slice(first % width, (first % width) + 2 ** height));
  }

  /** The `number`-th 256 hashes of a level, or as many as there are. */
  private async run(level: number, number: number): Promise<readonly Hash[]> {
    const key = `${level} ${number}`;
    const width = 2 ** STORED_LEVELS;
    const from = number * width;
    const to = Math.min(from + width, Math.floor(this.size / 2 ** level));
    const run = this.runs.get(key) ?? (await (level === 0 ? this.reader.leaves(from, to) : this.reader.nodes(level, from, to)));
    if (run.length !== to - from) throw new Error(`Of the hashes ${from} to ${to} of level ${level} there were ${run.length}`);
    this.runs.set(key, run);
    return run;
  }
}

/** The root over hashes of one level, of which there are 1, 2, 4, … */
function subtreeRoot(hashes: readonly Hash[]): Hash {
  const frontier = Frontier.empty();
  for (const hash of hashes) frontier.append(hash);
  return frontier.root();
}

/** A reader of a tree that is small enough to be held in memory. */
export function readerOf(leaves: readonly Hash[]): TreeReader {
  const nodes = new Map<number, Hash[]>();
  const frontier = Frontier.empty();
  for (const leaf of leaves) {
    for (const { level, hash } of frontier.append(leaf)) nodes.set(level, [...(nodes.get(level) ?? []), hash]);
  }
  return {
    leaves: (from, to) => leaves.slice(from, to),
    nodes: (level, from, to) => (nodes.get(level) ?? []).slice(from, to),
  };
}
