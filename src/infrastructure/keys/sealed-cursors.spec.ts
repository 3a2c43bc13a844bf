import { createSecretKey, randomBytes } from 'node:crypto';
import { SealedCursors } from './sealed-cursors';

const make = () => new SealedCursors(createSecretKey(randomBytes(32)));

describe('cursors', () => {
  const cursors = make();

  it('open as they were sealed, by the same key alone', () => {
    const sealed = cursors.seal('["ação",1]');
    expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(cursors.open(sealed)).toBe('["ação",1]');
    expect(make().open(sealed)).toBeNull();
  });

  it('do not tell how long a value is', () => {
    const lengths = [1, 10, 100, 200].map((length) => cursors.seal('x'.repeat(length)).length);
    expect(new Set(lengths).size).toBe(1);
    // The longest key and all around it.
    expect(cursors.seal('\u{1F4CE}'.repeat(190)).length).toBeLessThan(1536);
  });

  it('do not open when anything about them is different', () => {
    const sealed = cursors.seal('[1]');
    const others = [
      '',
      '.',
      sealed.slice(1),
      sealed.slice(0, -1),
      `${sealed}A`,
      ` ${sealed}`,
      sealed.toUpperCase(),
      'A'.repeat(400),
      'A'.repeat(4000),
    ];
    expect(others.map((each) => cursors.open(each))).toEqual(others.map(() => null));
  });
});
