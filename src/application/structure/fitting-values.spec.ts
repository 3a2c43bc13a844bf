import fc from 'fast-check';
import { fittingValues } from '#domain/documents/example-value';
import { keyOfText, readFieldValue } from '#domain/documents/field-value';
import { AS_STORED } from '#domain/documents/sent-value';
import { FIELD_TYPES, type Field } from '#domain/trees/field';

const EXPRESSIONS = [
  '',
  '[A-Z]{2,3}',
  '(?<letra>[A-Z])\\d\\k<letra>',
  '\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)*',
  '(?=.*\\d)(?=.*[a-z])[a-z\\d]{6}',
  '(((a{0,9}){0,9}){0,9}){3}b',
  'a{1000000000}|x',
  '(0[1-9]|1[0-2])\\/20[2-9]\\d',
];

/** Tested here rather than in the domain, whose tests may not use packages. */
describe('an example of a value', () => {
  const bound = fc.option(fc.oneof(fc.integer({ min: -50, max: 60 }), fc.double({ min: -5, max: 5, noNaN: true })), { nil: null, freq: 2 });
  const masks = fc.array(fc.constantFrom('X', '9', '-', '/', '.', ' ', 'a', '(', '😀'), { maxLength: 8 }).map((places) => places.join(''));
  const anyField = fc.record({
    type: fc.constantFrom(...FIELD_TYPES),
    min: bound,
    max: bound,
    pattern: fc.option(
      fc.oneof(
        fc.constantFrom(...EXPRESSIONS),
        fc.string({ maxLength: 6 }).map((text) => `[${text}]*`),
      ),
      { nil: null, freq: 2 },
    ),
    mask: fc.option(masks, { nil: null, freq: 2 }),
    options: fc.array(fc.string({ maxLength: 12 }), { maxLength: 4 }),
    parentOperator: fc.constantFrom('=', '<>', '>', '<', '>=', '<=', null),
  });

  it('is valid under any rules of its field', () => {
    let found = 0;
    fc.assert(
      fc.property(anyField, fc.option(fc.string(), { nil: undefined, freq: 2 }), (rules, parent) => {
        const subject: Field = { code: 1, id: '', label: 'Campo', parentCode: null, ...rules };
        const wish = parent === undefined ? {} : { near: { text: parent, key: keyOfText(subject, parent) } };
        const values = [...fittingValues(subject, wish)];
        for (const { text, key } of values) {
          expect(readFieldValue(subject, text, AS_STORED)).toMatchObject({ ok: true, value: { key } });
          expect(text).toBe(text.trim());
        }
        expect(new Set(values.map(({ key }) => key)).size).toBe(values.length);
        expect([...fittingValues(subject, wish)]).toEqual(values);
        if (values.length > 0) found++;
      }),
      { numRuns: 300 },
    );
    // About one field in seven has a value, so at least one must.
    expect(found).toBeGreaterThan(0);
  });
});
