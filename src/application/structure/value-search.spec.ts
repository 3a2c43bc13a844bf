import fc from 'fast-check';
import { readFieldValue } from '#domain/documents/field-value';
import { AS_STORED } from '#domain/documents/sent-value';
import { parentProblems } from '#domain/documents/parent-rule';
import { NO_RULES, FIELD_TYPES, PARENT_OPERATORS, type Field } from '#domain/trees/field';
import { valuesThatFit, type Wanted } from './value-search';

const wanted = (code: number, more: Partial<Field> = {}, needed = false): Wanted => ({
  field: {
    code,
    id: '',
    label: `Campo ${code}`,
    type: 'number',
    ...NO_RULES,
    options: more.type === 'options' ? ['Azul', 'Verde'] : [],
    ...more,
  },
  needed,
});

const textsOf = (items: Wanted[]) => [...valuesThatFit(items)].map(([code, { text }]) => `${code}: ${text}`).sort();

describe('consistent example values', () => {
  it('change the parent value if a child requires it', () => {
    const child = wanted(2, { max: 10, parentCode: 1, parentOperator: '>' }, true);
    expect(textsOf([wanted(1, { max: 10 }), child])).toEqual(['1: 8', '2: 9']);
  });

  it('omit fields that cannot be filled and keep the rest', () => {
    const impossible = wanted(2, { min: 3, max: 2, parentCode: 1 });
    expect(textsOf([wanted(1), impossible, wanted(3, { parentCode: 2 }, true)])).toEqual(['1: 1024']);
    expect(textsOf([wanted(1, { min: 3, max: 2 }), wanted(2, { parentCode: 1 })])).toEqual([]);
  });

  it('are absent where a parent is missing or circular', () => {
    expect(textsOf([wanted(1, { parentCode: 9 }), wanted(2, { parentCode: 3 }), wanted(3, { parentCode: 2 })])).toEqual([]);
  });

  it('are valid for every field and parent, in random hierarchies', () => {
    const item = fc.record({
      type: fc.constantFrom(...FIELD_TYPES),
      max: fc.option(fc.integer({ min: 0, max: 12 }), { nil: null, freq: 2 }),
      parentOperator: fc.constantFrom(null, ...PARENT_OPERATORS),
      parentCode: fc.nat(6),
      needed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 6 }), (items) => {
        const all = items.map(({ parentCode, needed, ...more }, code) => {
          const parent = parentCode < code ? parentCode : null;
          // Parent and children have the same type, as in a sensible archive.
          return wanted(code, { ...more, type: items[0]!.type, parentCode: parent }, needed);
        });
        const values = valuesThatFit(all);
        const held = all
          .filter(({ field }) => values.has(field.code))
          .map(({ field }) => ({ field, key: values.get(field.code)!.key, path: [] }));
        expect(parentProblems(held, [], new Set())).toEqual([]);
        for (const { field, key } of held) {
          expect(readFieldValue(field, values.get(field.code)!.text, AS_STORED)).toMatchObject({ ok: true, value: { key } });
        }
      }),
      { numRuns: 200 },
    );
  });
});
