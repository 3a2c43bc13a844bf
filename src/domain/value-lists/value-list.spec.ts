import { joinKeys } from './value-list';

describe('joinKeys', () => {
  it('joins the keys of a row', () => {
    expect(joinKeys(['1', '2024-02-29'])).toBe('1\u001f2024-02-29');
    expect(joinKeys(['any\u001ftext\u001e'])).toBe('any\u001ftext\u001e');
  });

  it.each([
    [
      ['a\u001fb', 'c'],
      ['a', 'b\u001fc'],
    ],
    [
      ['a', '\u001fb'],
      ['a\u001f', 'b'],
    ],
    [
      ['a\u001e', 'b'],
      ['a\u001e0', 'b'],
    ],
    [
      ['a\u001f', 'b'],
      ['a\u001e1', 'b'],
    ],
  ])('distinguishes %j from %j', (one, other) => {
    expect(joinKeys(one)).not.toBe(joinKeys(other));
  });
});
