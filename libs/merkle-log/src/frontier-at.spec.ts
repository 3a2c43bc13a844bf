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
  it.each([256, 512, 65_536, 131_072, 139_776])('of %d leaves is made of nodes alone', async (size) => {
    const frontier = await frontierAt(size, withoutLeaves);
    expect([frontier.size, frontier.text]).toEqual([size, grown(size).text]);
  });

  it('of another size needs the last leaves, too', async () => {
    expect((await frontierAt(300, reader)).text).toBe(grown(300).text);
    await expect(frontierAt(300, withoutLeaves)).rejects.toThrow('there were 0');
    expect((await frontierAt(0, withoutLeaves)).size).toBe(0);
  });
});
