import { someLeaves } from '../test/naive-tree';
import { Frontier, frontierAt, readerOf, type TreeReader } from './index';

const leaves = someLeaves(140_000);
const reader = readerOf(leaves);
const withoutLeaves: TreeReader = { ...reader, leaves: () => [] };

function grown(size: number): Frontier {
  const frontier = Frontier.empty();
  for (const leaf of leaves.slice(0, size)) frontier.append(leaf);
  return frontier;
}

describe('the frontier of a stored tree', () => {
  it.each([256, 512, 65_536, 131_072, 139_776])('of %d leaves needs only nodes', async (size) => {
    const frontier = await frontierAt(size, withoutLeaves);
    expect([frontier.size, frontier.text]).toEqual([size, grown(size).text]);
  });

  it('of another size also needs the last leaves', async () => {
    expect((await frontierAt(300, reader)).text).toBe(grown(300).text);
    await expect(frontierAt(300, withoutLeaves)).rejects.toThrow('there were 0');
    expect((await frontierAt(0, withoutLeaves)).size).toBe(0);
  });

  it('grows by whole subtrees as by their leaves, and completes the same nodes above them', () => {
    const width = 2 ** 8;
    const frontier = Frontier.empty();
    const roots = reader.nodes(8, 0, 260) as Buffer[];
    const above = roots.flatMap((root) => frontier.appendSubtree(8, root));
    expect([frontier.size, frontier.text]).toEqual([260 * width, grown(260 * width).text]);
    expect(above.map(({ level, index }) => [level, index])).toEqual([[16, 0]]);
    for (const leaf of leaves.slice(260 * width, 260 * width + 9)) frontier.append(leaf);
    expect(frontier.text).toBe(grown(260 * width + 9).text);
    expect(() => frontier.appendSubtree(8, leaves[0]!)).toThrow(RangeError);
  });
});
