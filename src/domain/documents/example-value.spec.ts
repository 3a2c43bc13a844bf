import { NO_RULES, type Field, type FieldType } from '#domain/trees/field';
import { exampleValue } from './example-value';

const field = (type: FieldType, more: Partial<Field> = {}): Field => ({
  code: 1,
  id: '',
  label: 'Campo',
  type,
  ...NO_RULES,
  options: type === 'options' ? ['Azul', 'Verde-água'] : [],
  ...more,
});

const EXPRESSIONS = [
  '[A-Z]{2,3}',
  '\\d{4}/\\d{2}',
  '(?:NF|CT)-\\d{1,6}',
  '(?<letra>[A-Z])\\d\\k<letra>',
  '([ab])x\\1{2}',
  '[^A-Za-z0-9]+',
  '\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)*',
  '\\w+@\\w+\\.(com|com\\.br)',
  '(?=.*\\d)(?=.*[a-z])[a-z\\d]{6}',
  '(?!0)\\d{3}',
  '[\\w.-]{3,}\\u00e9',
  '\\u{1F600}?[^\\]\\d]\\S',
  '(?:[0-9A-F]{2}:){5}[0-9A-F]{2}',
  '(((a{0,9}){0,9}){0,9}){3}b',
  'a{1000000000}|x',
  '[[-\\]]+',
  '^\\bfim\\b$',
  '[^]{2}[\\s\\S]',
  'R\\$ \\d+(?:,\\d\\d)?|isento',
  '(0[1-9]|1[0-2])\\/20[2-9]\\d',
];

describe('an example of a value', () => {
  it.each<[FieldType, string]>([
    ['text', 'Exemplo'],
    ['number', '1024'],
    ['money', '1.500,00'],
    ['date', '15/08/2024'],
    ['cpf', '529.982.247-25'],
    ['cnpj', '11.222.333/0001-81'],
    ['cnpj-or-cpf', '11.222.333/0001-81'],
    ['checkbox', 'true'],
    ['options', 'Azul'],
  ])('of type %s is %j', (type, text) => {
    expect(exampleValue(field(type))?.text).toBe(text);
  });

  it.each<[FieldType, Partial<Field>, string]>([
    ['text', { max: 3 }, 'Exe'],
    ['text', { min: 10 }, 'Exemploooo'],
    ['text', { mask: 'XXX-9999' }, 'AAA-1111'],
    ['text', { mask: 'XX99', pattern: '[a-z]+\\d+' }, 'aa11'],
    ['text', { pattern: '\\d{3}-[a-f]+', min: 30, max: 30 }, `111-${'a'.repeat(26)}`],
    ['number', { min: 1900, max: 2100, mask: '9999' }, '1900'],
    ['number', { min: 0.25, max: 0.5 }, '0,25'],
    ['number', { max: -7 }, '-9'],
    ['money', { min: 0.001, max: 0.003 }, '0,001'],
    ['money', { min: 2_000_000, pattern: '[^.]+' }, '2000000,00'],
    ['date', { mask: '9999-99-99' }, '2024-08-15'],
    ['date', { pattern: '01/.*' }, '01/01/2024'],
    ['cpf', { mask: '99999999999' }, '52998224725'],
    ['cnpj', { pattern: '.*[A-Z].*' }, '12.ABC.345/01DE-35'],
    ['cnpj-or-cpf', { pattern: '.{14}', mask: '999.999.999-99' }, '529.982.247-25'],
    ['checkbox', { pattern: 'Sim|Não' }, 'Sim'],
    ['options', { pattern: 'V.*' }, 'Verde-água'],
  ])('of type %s with %j is %j', (type, more, text) => {
    expect(exampleValue(field(type, more))?.text).toBe(text);
  });

  it.each(EXPRESSIONS)('matches the expression %j', (pattern) => {
    const text = exampleValue(field('text', { pattern }))?.text;
    expect(text).toMatch(new RegExp(`^(?:${pattern})$`, 'u'));
  });

  it.each<[FieldType, Partial<Field>]>([
    ['text', { min: 5, max: 4 }],
    ['text', { max: 0 }],
    ['text', { pattern: '' }],
    ['text', { pattern: '(' }],
    ['text', { pattern: 'a', mask: '9' }],
    ['text', { pattern: '[^\\s\\S]' }],
    ['number', { min: 3, max: 2 }],
    ['number', { pattern: '[a-z]+' }],
    ['date', { mask: 'XX' }],
    ['options', { options: [] }],
  ])('is absent for type %s with %j', (type, more) => {
    expect(exampleValue(field(type, more))).toBeNull();
  });

  it('respells a given stored text', () => {
    expect(exampleValue(field('date', { mask: '9999-99-99' }), { like: '31/12/2023' })?.text).toBe('2023-12-31');
    expect(exampleValue(field('checkbox', { pattern: 'não|sim' }), { like: 'false' })?.text).toBe('não');
    expect(exampleValue(field('number'), { like: '0077' })).toEqual({ text: '0077', key: 'p277' });
    expect(exampleValue(field('number', { max: 5 }), { like: '77' })).toBeNull();
  });
});
