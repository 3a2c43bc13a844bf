import { Quota } from './quota';

describe('Quota', () => {
  it('grants up to the total, and up to the part of each client', () => {
    const shares = new Quota(4, 3);
    const mine = [1, 2, 3, 4].map(() => shares.take('a'));
    expect(mine.map((share) => share !== null)).toEqual([true, true, true, false]);
    const others = [1, 2].map(() => shares.take('b'));
    expect(others.map((share) => share !== null)).toEqual([true, false]);
    mine[0]!();
    expect(shares.take('b')).not.toBeNull();
  });

  it('is released once, however often release is called', () => {
    const shares = new Quota(2, 2);
    const share = shares.take('a');
    shares.take('b');
    share!();
    share!();
    expect([shares.take('c') !== null, shares.take('d')]).toEqual([true, null]);
  });

  it('counts weights, and grants an oversized request only when nothing else runs', () => {
    const shares = new Quota(100, 50);
    const large = shares.take('a', 80);
    expect(large).not.toBeNull();
    expect([shares.take('b', 20) !== null, shares.take('b', 1)]).toEqual([true, null]);
    large!();
    expect([shares.take('a', 51), shares.take('a', 50) !== null]).toEqual([null, true]);
  });
});
