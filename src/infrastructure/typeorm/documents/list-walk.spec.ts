import fc from 'fast-check';
import { walkNewest } from './list-walk';

/** An archive with this many documents; `has` tells which ones have the value. */
function archiveOf(documents: number, has: (code: number) => boolean) {
  const lookedAt = { documents: 0 };
  const newest = {
    codeOf: (count: number, below = documents + 1) => Promise.resolve(below - count >= 1 ? below - count : undefined),
    withValue: ({ from = 1, below = documents + 1 }: { from?: number; below?: number }, limit: number) => {
      lookedAt.documents += below - from;
      const codes = Array.from({ length: below - from }, (_, index) => below - 1 - index);
      return Promise.resolve(codes.filter(has).slice(0, limit));
    },
  };
  return { newest, lookedAt };
}

describe('a scan of the newest documents', () => {
  it('finds the complete result, or that there are too many documents', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 15_000 }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 15_000 }),
        fc.integer({ min: 1, max: 5000 }),
        fc.option(fc.integer({ min: 1, max: 15_000 }), { nil: undefined }),
        async (documents, every, until, wanted, below) => {
          const has = (code: number) => code <= until && code % every === 0;
          const { newest, lookedAt } = archiveOf(documents, has);
          const end = below === undefined ? undefined : Math.min(below, documents + 1);
          const found = await walkNewest(newest, wanted, end);
          const all = Array.from({ length: (end ?? documents + 1) - 1 }, (_, index) => index + 1)
            .filter(has)
            .reverse();
          const most = Math.max(10_000, 4 * wanted);
          if (found) expect(found).toEqual(all.slice(0, wanted));
          else expect((end ?? documents + 1) - 1).toBeGreaterThanOrEqual(10_000);
          expect(lookedAt.documents).toBeLessThanOrEqual(most);
        },
      ),
    ));

  it('ends with the page', async () => {
    const { newest, lookedAt } = archiveOf(1_000_000, (code) => code % 27 === 0);
    expect(await walkNewest(newest, 50)).toHaveLength(50);
    expect(lookedAt.documents).toBe(2000);
  });

  it('reads far pages of a value that nearly all documents have', async () => {
    const { newest, lookedAt } = archiveOf(1_000_000, (code) => code % 20 !== 0);
    const found = await walkNewest(newest, 301 * 50);
    expect(found?.at(-1)).toBe(1_000_000 - Math.floor((301 * 50 * 20) / 19));
    expect(lookedAt.documents).toBeLessThan(20_000);
  });

  it('keeps no more codes than the farthest page needs', async () => {
    const { newest, lookedAt } = archiveOf(1_000_000, () => true);
    expect(await walkNewest(newest, 100_001)).toBeNull();
    expect(lookedAt.documents).toBe(0);
  });

  it.each([
    [7, true],
    [8, false],
  ])('finds page %d of a value of every 27th: %p', async (page, isFound) => {
    const { newest } = archiveOf(1_000_000, (code) => code % 27 === 0);
    expect((await walkNewest(newest, page * 50)) !== null).toBe(isFound);
  });

  it('gives up as soon as the scan is known to be too long, but completes a short one', async () => {
    const many = archiveOf(1_000_000, (code) => code % 1000 === 0);
    expect(await walkNewest(many.newest, 50)).toBeNull();
    expect(many.lookedAt.documents).toBe(2000);
    const few = archiveOf(3000, (code) => code % 1000 === 0);
    expect(await walkNewest(few.newest, 50)).toEqual([3000, 2000, 1000]);
  });
});
