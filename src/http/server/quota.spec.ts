import { Quota } from './quota';

describe('shares', () => {
  it('are given up to the total, and to one client up to its part', () => {
    const shares = new Quota(4, 3);
    const mine = [1, 2, 3, 4].map(() => shares.take('a'));
    expect(mine.map((share) => share !== null)).toEqual([true, true, true, false]);
    const others = [1, 2].map(() => shares.take('b'));
    expect(others.map((share) => share !== null)).toEqual([true, false]);
    mine[0]!();
    expect(shares.take('b')).not.toBeNull();
  });

  it('come back once, however often they are given back', () => {
    const shares = new Quota(2, 2);
    const share = shares.take('a');
    shares.take('b');
    share!();
    share!();
    expect([shares.take('c') !== null, shares.take('d')]).toEqual([true, null]);
  });

  it('are weighed, and what is too large for any is given to whoever is alone', () => {
    const shares = new Quota(100, 50);
    const large = shares.take('a', 80);
    expect(large).not.toBeNull();
    expect([shares.take('b', 20) !== null, shares.take('b', 1)]).toEqual([true, null]);
    large!();
    expect([shares.take('a', 51), shares.take('a', 50) !== null]).toEqual([null, true]);
  });
});
