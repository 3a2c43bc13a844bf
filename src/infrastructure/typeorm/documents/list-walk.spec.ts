import fc from 'fast-check';
import { walkNewest } from './list-walk';

/** An archive of so many documents, of which those that `has` tells have the value. */
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

describe('a walk through the newest documents', () => {
  it('finds what all documents would show, or finds that they are too many', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 15_000 }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 15_000 }),
        fc.integer({ min: 1, max: 600 }),
        fc.option(fc.integer({ min: 1, max: 15_000 }), { nil: undefined }),
        async (documents, every, until, wanted, below) => {
          const has = (code: number) => code <= until && code % every === 0;
          const { newest, lookedAt } = archiveOf(documents, has);
          const end = below === undefined ? undefined : Math.min(below, documents + 1);
          const found = await walkNewest(newest, wanted, end);
          const all = Array.from({ length: (end ?? documents + 1) - 1 }, (_, index) => index + 1)
            .filter(has)
            .reverse();
          if (found) expect(found).toEqual(all.slice(0, wanted));
          else expect((end ?? documents + 1) - 1).toBeGreaterThanOrEqual(10_000);
          expect(lookedAt.documents).toBeLessThanOrEqual(10_000);
        },
      ),
    ));

  it('ends with the page, and looks no further', async () => {
    const { newest, lookedAt } = archiveOf(1_000_000, (code) => code % 27 === 0);
    expect(await walkNewest(newest, 50)).toHaveLength(50);
    expect(lookedAt.documents).toBe(2000);
  });

  it('gives up as soon as it can be told that it would take too long, but not before a few documents that are all there are', async () => {
    const many = archiveOf(1_000_000, (code) => code % 1000 === 0);
    expect(await walkNewest(many.newest, 50)).toBeNull();
    expect(many.lookedAt.documents).toBe(2000);
    const few = archiveOf(3000, (code) => code % 1000 === 0);
    expect(await walkNewest(few.newest, 50)).toEqual([3000, 2000, 1000]);
  });
});
