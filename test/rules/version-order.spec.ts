import { violationsOf, type VersionedCall } from '../histories/version-order';

const FIRST = new Map([
  ['x', { version: 1, value: 'x1' }],
  ['y', { version: 1, value: 'y1' }],
]);

/** Calls that begin one after the other; `ended`: when, where it is not before the next one begins. */
type Told = Partial<VersionedCall> & { document: string };
const calls = (told: readonly Told[]): VersionedCall[] =>
  told.map((call, index) => ({ begun: 10 * index, ended: 10 * index + 5, read: null, wrote: null, value: null, writes: false, ...call }));
const found = (...told: Told[]) => violationsOf(calls(told), FIRST);

const shown = (document: string, read: number, more: Partial<VersionedCall> = {}): Told => ({
  document,
  read,
  value: `${document}${read}`,
  ...more,
});
const written = (document: string, wrote: number, more: Partial<VersionedCall> = {}): Told => ({
  document,
  wrote,
  value: `${document}${wrote}`,
  writes: true,
  ...more,
});
const changed = (document: string, read: number, more: Partial<VersionedCall> = {}) => written(document, read + 1, { read, ...more });
const LONG = { begun: 0, ended: 1000 };

describe('the order of versions', () => {
  it('is one if each call sees what was done before it', () => {
    expect(found(shown('x', 1), changed('x', 1), shown('x', 2), changed('x', 2), written('x', 4), shown('x', 4))).toEqual([]);
  });

  it('is one if calls at the same time see each other or not', () => {
    expect(found(changed('x', 1, LONG), shown('x', 1), shown('x', 2), changed('y', 1, LONG), shown('y', 1), shown('x', 2))).toEqual([]);
  });

  it('has no two successors of one version', () => {
    const [first, ...more] = found(shown('x', 1), changed('x', 1, LONG), changed('x', 1, { ...LONG, wrote: 3, value: 'x3' }));
    expect(first).toBe('call 2 and call 3 both replaced version x 1');
    expect(more).toContain('call 3 made version x 3 from version 1');
  });

  it('has no version that two calls made', () => {
    expect(found(changed('x', 1), written('x', 2, { value: 'other' }))).toContain('call 1 and call 2 both made version x 2');
  });

  it('has no version that nobody made', () => {
    expect(found(shown('x', 7))).toEqual(['call 1 read version x 7, which nobody made']);
  });

  it('has no value of another version', () => {
    expect(found(changed('x', 1), shown('x', 2, { value: 'x1' }))).toEqual(['call 2 read x1 with version x 2, of which x2 is the value']);
  });

  it.each<[string, string, Told[]]>([
    [
      'an old version is shown after a new one was acknowledged',
      'call 1 answered before call 2 replaced by call 1',
      [changed('x', 1), shown('x', 1)],
    ],
    ['a version is shown before it is made', 'call 1 answered before call 2 read by call 1', [shown('x', 2), changed('x', 1)]],
    [
      'a reader goes back',
      'call 1 read by call 2 answered before call 3 replaced by call 1',
      [changed('x', 1, LONG), shown('x', 2), shown('x', 1)],
    ],
    [
      'a change is accepted that was made from an old version',
      'call 1 answered before call 2 replaced by call 1',
      [written('x', 2), changed('x', 0, { read: 1, wrote: 3, value: 'x3' })],
    ],
    [
      'two readers see changes of two documents in different orders',
      'call 4 replaced by call 2 read by call 5 answered before call 4',
      [
        changed('x', 1, LONG),
        changed('y', 1, LONG),
        shown('x', 2, { begun: 10, ended: 100 }),
        shown('y', 1, { begun: 110, ended: 200 }),
        shown('y', 2, { begun: 10, ended: 105 }),
        shown('x', 1, { begun: 115, ended: 200 }),
      ],
    ],
  ])('has a cycle where %s', (_, cycle, told) => {
    expect(found(...told)).toContain(`cycle: ${cycle}`);
  });

  it('takes a change without an answer for made if its value is shown, and else for neither', () => {
    const lost = { document: 'x', read: 1, value: 'x2', writes: true, ended: Infinity };
    expect(found(lost, shown('x', 2), changed('x', 2))).toEqual([]);
    // It may have been refused, because it names an old version.
    expect(found(changed('x', 1, { value: 'other' }), lost)).toEqual([]);
    expect(found(lost, shown('x', 1), changed('x', 1, { value: 'other' }))).toEqual([]);
    expect(found(lost, shown('x', 2), shown('x', 1))).toEqual(['cycle: call 1 read by call 2 answered before call 3 replaced by call 1']);
  });
});
