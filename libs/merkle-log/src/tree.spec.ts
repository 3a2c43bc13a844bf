import fc from 'fast-check';
import { NaiveTree, someLeaves } from '../test/naive-tree';
import { Frontier, consistencyProof, inclusionProof, leafHash, nodeHash, readerOf, rootAt, type Hash, type TreeReader } from './index';
import { verifyConsistency, verifyInclusion, type Consistency, type Inclusion } from './index';

const SMALL = 66;
/** Some runs of 256 × 256, and a bit. */
const LARGE = 140_001;
const leaves = someLeaves(LARGE);
const naive = new NaiveTree(leaves);
const reader = readerOf(leaves);
const sizes = fc.integer({ min: 1, max: 3000 });

const grown = (size: number): Frontier => {
  const frontier = Frontier.empty();
  for (const leaf of leaves.slice(0, size)) frontier.append(leaf);
  return frontier;
};
/** One text: thousands are compared. */
const hex = (hashes: readonly Hash[]): string => hashes.map((hash) => Buffer.from(hash).toString('hex')).join();

/** Everything that differs by one bit: of a hash of the proof and of those beside it; a step more or less; numbers one off. */
function altered<T extends { proof: readonly Hash[] }>(
  good: T,
  hashes: (keyof T)[],
  numbers: (keyof T)[],
  bitOf: (i: number) => number,
): T[] {
  const flip = (hash: Hash, i: number): Hash => {
    const copy = Buffer.from(hash);
    copy[bitOf(i) >> 3]! ^= 1 << (bitOf(i) & 7);
    return copy;
  };
  return [
    ...good.proof.map((hash, i) => ({ ...good, proof: good.proof.with(i, flip(hash, i)) })),
    ...hashes.map((name, i) => ({ ...good, [name]: flip(good[name] as Hash, i) })),
    ...good.proof.map((_, i) => ({ ...good, proof: good.proof.toSpliced(i, 1) })),
    { ...good, proof: [...good.proof, leaves[0]!] },
    { ...good, proof: [leaves[0]!, ...good.proof] },
    ...numbers.flatMap((name) => [1, -1].map((by) => ({ ...good, [name]: (good[name] as number) + by }))),
  ];
}

describe('Frontier', () => {
  it('has the same root as a naive tree at every size', () => {
    const frontier = Frontier.empty();
    expect(frontier.root()).toEqual(naive.root(0));
    for (let size = 1; size <= 600; size += 1) {
      frontier.append(leaves[size - 1]!);
      expect(frontier.root()).toEqual(naive.root(size));
    }
  });

  it('has the same root, text and nodes for any batches of leaves', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 12 }), (batches) => {
        let [size, text] = [0, ''];
        const nodes: unknown[] = [];
        for (const batch of batches) {
          const frontier = Frontier.parse(size, text);
          for (const leaf of leaves.slice(size, size + batch)) nodes.push(...frontier.append(leaf));
          [size, text] = [frontier.size, frontier.text];
        }
        const atOnce = Frontier.empty();
        expect(nodes).toEqual(leaves.slice(0, size).flatMap((leaf) => atOnce.append(leaf)));
        expect(text).toBe(atOnce.text);
        expect(Frontier.parse(size, text).root()).toEqual(naive.root(size));
      }),
      { numRuns: 40 },
    );
  });

  it('reports each node of levels 8 and 16 when its last leaf is added', () => {
    const frontier = Frontier.empty();
    const told = leaves.slice(0, 65_536).map((leaf) => frontier.append(leaf));
    expect(told.filter((nodes) => nodes.length > 0).length).toBe(256);
    expect(told[255]).toEqual([{ level: 8, index: 0, hash: naive.root(256) }]);
    expect(told[511]).toEqual([{ level: 8, index: 1, hash: naive.root(512, 256) }]);
    expect(told[65_535]).toEqual([
      { level: 8, index: 255, hash: naive.root(65_536, 65_280) },
      { level: 16, index: 0, hash: naive.root(65_536) },
    ]);
  });

  it('reports nodes of levels 24 and 32, also beyond 32 bits', () => {
    // The last leaf of 2^32, with every whole subtree before it the same.
    const peaks = Array.from({ length: 32 }, () => leaves[0]!.toString('base64url')).join(' ');
    const nodes = Frontier.parse(2 ** 32 - 1, peaks).append(leaves[1]!);
    expect(nodes.map(({ level, index }) => [level, index])).toEqual([
      [8, 2 ** 24 - 1],
      [16, 2 ** 16 - 1],
      [24, 255],
      [32, 0],
    ]);
    const far = Frontier.parse(2 ** 40, leaves[0]!.toString('base64url'));
    expect(far.append(leaves[1]!)).toEqual([]);
    expect(far.size).toBe(2 ** 40 + 1);
    expect(far.root()).toEqual(nodeHash(leaves[0]!, leaves[1]!));
  });

  it('needs at most 27 hashes for 100 million leaves', () => {
    const text = Array.from({ length: 26 }, () => leaves[0]!.toString('base64url')).join(' ');
    expect(Frontier.parse(2 ** 26 - 1, text).text).toBe(text);
  });

  const three = grown(3).text;
  it.each<[string, number, string]>([
    ['another size', 4, three],
    ['a hash missing', 3, three.slice(44)],
    ['a hash too many', 2, three],
    ['two blanks', 3, three.replace(' ', '  ')],
    ['a hash cut short', 3, three.slice(0, -1)],
    ['bits beyond the last byte', 3, `${three.slice(0, -1)}B`],
    ['Base64 that is not for URLs', 1, '+'.repeat(43)],
    ['nothing', 1, ''],
    ['something', 0, grown(1).text],
    ['a size below 0', -1, ''],
    ['a size that is not whole', 1.5, grown(1).text],
  ])('refuses the text: %s', (_, size, text) => expect(() => Frontier.parse(size, text)).toThrow(RangeError));

  it('accepts only hashes', () => expect(() => Frontier.empty().append(Buffer.from('entry'))).toThrow(RangeError));
});

describe('proofs of inclusion', () => {
  it('match RFC 6962 for every leaf of every small tree, with and without the frontier', async () => {
    for (let size = 1; size <= SMALL; size += 1) {
      const root = naive.root(size);
      const frontier = grown(size);
      for (let index = 0; index < size; index += 1) {
        const proof = await inclusionProof(index, size, reader);
        expect(hex(proof)).toBe(hex(naive.inclusion(index, size)));
        if (size % 8 === 3) expect(hex(await inclusionProof(index, size, reader, frontier))).toBe(hex(proof));
        expect(verifyInclusion({ leaf: leaves[index]!, index, size, root, proof })).toBe(true);
      }
    }
  });

  it('are refused after any single bit is changed', async () => {
    for (const [index, size] of [
      [0, 1],
      [1, 2],
      [4, 5],
      [70, 100],
    ] as const) {
      const good: Inclusion = { leaf: leaves[index]!, index, size, root: naive.root(size), proof: [] };
      good.proof = await inclusionProof(index, size, reader);
      expect(verifyInclusion(good)).toBe(true);
      for (let bit = 0; bit < 256; bit += 1) {
        for (const bad of altered(good, ['leaf', 'root'], [], () => bit)) expect(verifyInclusion(bad)).toBe(false);
      }
    }
  });

  it('are valid for random leaves of larger trees, and invalid after a change', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(255), async (size, pick, bit) => {
        const index = pick % size;
        const good: Inclusion = {
          leaf: leaves[index]!,
          index,
          size,
          root: naive.root(size),
          proof: await inclusionProof(index, size, reader),
        };
        expect(hex(good.proof)).toBe(hex(naive.inclusion(index, size)));
        expect(verifyInclusion(good)).toBe(true);
        // Not the size: a proof says that of most leaves for several sizes, and the signed head says which it is.
        for (const bad of altered(good, ['leaf', 'root'], ['index'], (i) => (bit + i) % 256)) expect(verifyInclusion(bad)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('need few hashes and few reads in a large tree', async () => {
    const frontier = grown(LARGE);
    const root = frontier.root();
    for (const index of [0, 255, 256, 65_535, 65_536, 131_071, 131_072, 139_999, LARGE - 1]) {
      for (const [known, runs] of [
        [frontier, 3],
        [undefined, 5],
      ] as const) {
        const reads: string[] = [];
        const counting: TreeReader = {
          leaves: (from, to) => (reads.push(`0 ${from} ${to}`), reader.leaves(from, to)),
          nodes: (level, from, to) => (reads.push(`${level} ${from} ${to}`), reader.nodes(level, from, to)),
        };
        const proof = await inclusionProof(index, LARGE, counting, known);
        expect(verifyInclusion({ leaf: leaves[index]!, index, size: LARGE, root, proof })).toBe(true);
        expect(proof.length).toBeLessThanOrEqual(18);
        expect(reads.length).toBeLessThanOrEqual(runs);
        expect(new Set(reads).size).toBe(reads.length);
        for (const read of reads) {
          const [, from, to] = read.split(' ').map(Number) as [number, number, number];
          expect(to - from).toBeLessThanOrEqual(256);
        }
      }
    }
  });

  it.each<[number, number]>([
    [1, 1],
    [0, 0],
    [-1, 1],
    [0.5, 1],
    [0, Number.NaN],
  ])('cannot be made for leaf %d of %d', async (index, size) => {
    await expect(inclusionProof(index, size, reader)).rejects.toThrow(RangeError);
    expect(verifyInclusion({ leaf: leaves[0]!, index, size, root: leaves[0]!, proof: [] })).toBe(false);
  });

  it('fail with an incomplete reader or a frontier of another size', async () => {
    await expect(inclusionProof(0, 7, readerOf(leaves.slice(0, 6)))).rejects.toThrow('there were 6');
    await expect(inclusionProof(0, 7, reader, grown(6))).rejects.toThrow(RangeError);
  });
});

describe('proofs of consistency', () => {
  it('match RFC 6962 between all pairs of small sizes', async () => {
    const roots = Array.from({ length: SMALL + 1 }, (_, size) => naive.root(size));
    for (let newSize = 1; newSize <= SMALL; newSize += 1) {
      const frontier = grown(newSize);
      for (let oldSize = 0; oldSize <= newSize; oldSize += 1) {
        const proof = await consistencyProof(oldSize, newSize, reader);
        if (oldSize > 0) expect(hex(proof)).toBe(hex(naive.consistency(oldSize, newSize)));
        if (newSize % 8 === 3) expect(hex(await consistencyProof(oldSize, newSize, reader, frontier))).toBe(hex(proof));
        const good: Consistency = { oldSize, newSize, oldRoot: roots[oldSize]!, newRoot: roots[newSize]!, proof };
        expect(verifyConsistency(good)).toBe(true);
        if (oldSize === 0 || newSize > 40) continue;
        for (const bad of altered(good, ['oldRoot', 'newRoot'], [], (i) => (oldSize * 7 + newSize + i) % 256)) {
          expect(verifyConsistency(bad)).toBe(false);
        }
      }
    }
  });

  it('are refused after any single bit is changed', async () => {
    for (const [oldSize, newSize] of [
      [1, 2],
      [4, 8],
      [6, 8],
      [70, 100],
    ] as const) {
      const [oldRoot, newRoot] = [naive.root(oldSize), naive.root(newSize)];
      const good: Consistency = { oldSize, newSize, oldRoot, newRoot, proof: await consistencyProof(oldSize, newSize, reader) };
      for (let bit = 0; bit < 256; bit += 1) {
        for (const bad of altered(good, ['oldRoot', 'newRoot'], [], () => bit)) expect(verifyConsistency(bad)).toBe(false);
      }
    }
  });

  it('are valid between random larger sizes, and invalid for truncated, changed or rebuilt trees', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, sizes, async (one, other) => {
        const [oldSize, newSize] = [Math.min(one, other), Math.max(one, other)];
        const [oldRoot, newRoot] = [await rootAt(oldSize, reader), await rootAt(newSize, reader)];
        expect(oldRoot).toEqual(naive.root(oldSize));
        const proof = await consistencyProof(oldSize, newSize, reader);
        expect(verifyConsistency({ oldSize, oldRoot, newSize, newRoot, proof })).toBe(true);
        const forged = leaves.slice(0, newSize).with(oldSize - 1, leafHash(Buffer.from('forged')));
        const of = await consistencyProof(oldSize, newSize, readerOf(forged));
        expect(verifyConsistency({ oldSize, oldRoot, newSize, newRoot: new NaiveTree(forged).root(newSize), proof: of })).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('are valid in a large tree', async () => {
    const newRoot = await rootAt(LARGE, reader);
    expect(newRoot).toEqual(grown(LARGE).root());
    for (const oldSize of [1, 255, 256, 257, 65_535, 65_536, 65_537, 131_072, 139_776, LARGE - 1]) {
      const proof = await consistencyProof(oldSize, LARGE, reader);
      expect(verifyConsistency({ oldSize, oldRoot: await rootAt(oldSize, reader), newSize: LARGE, newRoot, proof })).toBe(true);
    }
  });

  it('treat only the empty tree as consistent with every tree', () => {
    const [empty, root] = [naive.root(0), leaves[0]!];
    expect(verifyConsistency({ oldSize: 0, oldRoot: empty, newSize: 0, newRoot: empty, proof: [] })).toBe(true);
    expect(verifyConsistency({ oldSize: 0, oldRoot: root, newSize: 1, newRoot: root, proof: [] })).toBe(false);
    expect(verifyConsistency({ oldSize: 0, oldRoot: root, newSize: 0, newRoot: root, proof: [] })).toBe(false);
    expect(verifyConsistency({ oldSize: 0, oldRoot: empty, newSize: 1, newRoot: root, proof: [root] })).toBe(false);
    expect(verifyConsistency({ oldSize: 2, oldRoot: root, newSize: 1, newRoot: root, proof: [] })).toBe(false);
    expect(verifyConsistency({ oldSize: 1, oldRoot: root, newSize: 1, newRoot: root, proof: [] })).toBe(true);
  });

  it('fail from a larger to a smaller size', async () => {
    await expect(consistencyProof(3, 2, reader)).rejects.toThrow(RangeError);
    await expect(consistencyProof(-1, 2, reader)).rejects.toThrow(RangeError);
  });
});
