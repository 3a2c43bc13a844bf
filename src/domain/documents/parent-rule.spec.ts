import { NO_RULES, type Field, type FieldType, type ParentOperator } from '#domain/trees/field';
import { readFieldValue } from './field-value';
import { AS_STORED } from './sent-value';
import { parentProblems, type HeldValue } from './parent-rule';

const aField = (code: number, changes: Partial<Field> = {}): Field => ({
  code,
  id: '',
  label: `Campo ${code}`,
  type: 'number',
  ...NO_RULES,
  ...changes,
});

const held = (field: Field, text: string): HeldValue => {
  const reading = readFieldValue(field, text, AS_STORED);
  if (!reading.ok) throw new Error(reading.code);
  return { field, key: reading.value.key, path: ['values', field.code] };
};

/** What is wrong with a value whose parent has another, or none. */
const problems = (type: FieldType, operator: ParentOperator | null, value: string, parentValue?: string) => {
  const [parent, child] = [aField(1, { type }), aField(2, { type, parentCode: 1, parentOperator: operator })];
  const values = [held(child, value), ...(parentValue === undefined ? [] : [held(parent, parentValue)])];
  return parentProblems(values, [parent, child], new Set()).map(({ code }) => code);
};

describe('a field with a parent field', () => {
  it.each<[ParentOperator, string, boolean]>([
    ['=', '<', false],
    ['=', '=', true],
    ['=', '>', false],
    ['<>', '<', true],
    ['<>', '=', false],
    ['<>', '>', true],
    ['>', '<', false],
    ['>', '=', false],
    ['>', '>', true],
    ['<', '<', true],
    ['<', '=', false],
    ['<', '>', false],
    ['>=', '<', false],
    ['>=', '=', true],
    ['>=', '>', true],
    ['<=', '<', true],
    ['<=', '=', true],
    ['<=', '>', false],
  ])('of operator %s and a value %s the parent’s: %p', (operator, order, isFine) => {
    const value = { '<': '9', '=': '10', '>': '11' }[order]!;
    expect(problems('number', operator, value, '10')).toEqual(isFine ? [] : ['PARENT_COMPARISON']);
  });

  it.each<[FieldType, string, string]>([
    ['number', '-2', '1'],
    ['number', '9', '10'],
    ['number', '007', '7,5'],
    ['money', '9,99', '1.000,00'],
    ['date', '31/12/2025', '01/01/2026'],
    ['date', '2026-02-01', '10/02/2026'],
    ['text', 'abc', 'abd'],
    ['text', 'Ábaco', 'abade'],
  ])('compares values of type %s by meaning: %s is less than %s', (type, less, more) => {
    expect(problems(type, '<', less, more)).toEqual([]);
    expect(problems(type, '>=', less, more)).toEqual(['PARENT_COMPARISON']);
    expect(problems(type, '>', more, less)).toEqual([]);
  });

  it.each<[FieldType, string, string]>([
    ['number', '7,0', '007'],
    ['money', 'R$ 1.000,00', '1000'],
    ['date', '2026-02-01', '01/02/2026 10:30'],
    ['text', ' ação  Civil', 'ACAO civil'],
    ['cpf', '529.982.247-25', '52998224725'],
  ])('treats spellings of one %s as equal: %s and %s', (type, one, another) => {
    expect(problems(type, '=', one, another)).toEqual([]);
    expect(problems(type, '<>', one, another)).toEqual(['PARENT_COMPARISON']);
  });

  it.each<ParentOperator | null>(['=', '<>', '>', null])('requires a value of its parent, with operator %p', (operator) => {
    expect(problems('number', operator, '1')).toEqual(['PARENT_MISSING']);
  });

  it('accepts any value without an operator once the parent has one', () => {
    expect(problems('number', null, '1', '99')).toEqual([]);
  });

  it('reports problem, field and position', () => {
    const [parent, child] = [aField(1, { label: 'Início' }), aField(2, { label: 'Fim', parentCode: 1, parentOperator: '>=' })];
    expect(parentProblems([held(child, '1'), held(parent, '2')], [parent, child], new Set())).toEqual([
      { path: ['values', 2], code: 'PARENT_COMPARISON', details: { label: 'Fim', parent: 'Início', operator: '>=' } },
    ]);
    expect(parentProblems([held(child, '1')], [parent, child], new Set())).toEqual([
      { path: ['values', 2], code: 'PARENT_MISSING', details: { label: 'Fim', parent: 'Início' } },
    ]);
  });

  it('is not reported when the value of its parent is invalid', () => {
    const [parent, child] = [aField(1), aField(2, { parentCode: 1, parentOperator: '=' })];
    expect(parentProblems([held(child, '1')], [parent, child], new Set([1]))).toEqual([]);
  });

  it('is checked along a chain, each field against its parent', () => {
    const fields = [1, 2, 3].map((code) => aField(code, code > 1 ? { parentCode: code - 1, parentOperator: '>' } : {}));
    const values = (...texts: string[]) => texts.map((text, index) => held(fields[index]!, text));
    expect(parentProblems(values('1', '2', '3'), fields, new Set())).toEqual([]);
    expect(parentProblems(values('2', '2', '1'), fields, new Set()).map(({ path }) => path)).toEqual([
      ['values', 2],
      ['values', 3],
    ]);
  });
});
