import { laneOf, safeCursor } from './lanes';

describe('laneOf', () => {
  it('is always the same for one subject', () => {
    expect(['documentos/1', 'documentos/2', 'fluxos/9f3a', 'é', null].map((thing) => laneOf(thing, 4))).toEqual([2, 3, 2, 0, 1]);
  });

  it('is a valid lane, evenly distributed', () => {
    for (const lanes of [1, 2, 3, 4, 7]) {
      const counts = new Array<number>(lanes).fill(0);
      for (let i = 0; i < 7000; i += 1) counts[laneOf(`9f3a0c1e-5b77-4f0e-8a11-${i.toString(16).padStart(12, '0')}`, lanes)]! += 1;
      for (const count of counts) expect(Math.abs(count - 7000 / lanes)).toBeLessThan(1000 / Math.sqrt(lanes));
    }
  });
});

describe('safeCursor', () => {
  it.each<[number, number[], number]>([
    [500, [], 500],
    [500, [500], 499],
    [500, [17, 3, 400], 2],
    [0, [], 0],
  ])('for %i read with %j open is %i', (lookedAt, open, expected) => expect(safeCursor(lookedAt, open)).toBe(expected));

  it('never passes an open event, advances as far as possible and never decreases, in any order', () => {
    const lookedAt = 10;
    for (const order of permutations([1, 2, 5, 7, 8, 10])) {
      const open = new Set(order);
      let before = safeCursor(lookedAt, open);
      for (const position of order) {
        open.delete(position);
        const cursor = safeCursor(lookedAt, open);
        expect(cursor).toBeGreaterThanOrEqual(before);
        expect([...open].every((each) => each > cursor) && (cursor === lookedAt || open.has(cursor + 1))).toBe(true);
        before = cursor;
      }
      expect(before).toBe(lookedAt);
    }
  });
});

function permutations(values: number[]): number[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((value, i) => permutations(values.toSpliced(i, 1)).map((rest) => [value, ...rest]));
}
