import fc from 'fast-check';
import { TimeZone } from '#application/support/time-zone';
import { readFieldValue } from '#domain/documents/field-value';
import { DECIMALS } from '#domain/documents/sent-value';
import { NO_RULES, FIELD_TYPES, type Field, type FieldType } from '#domain/trees/field';
import { fieldSchema, type JsonSchema } from './level-schema';

const field = (type: FieldType, more: Partial<Field> = {}): Field => ({
  code: 1,
  id: '',
  label: 'Campo',
  type,
  ...NO_RULES,
  options: type === 'options' ? ['Azul', 'Verde-água'] : [],
  ...more,
});

function accepts(schema: JsonSchema, text: string): boolean {
  const { minLength = 0, maxLength = Infinity, pattern = '', allOf = [], enum: options = [text], not } = schema;
  return (
    not === undefined &&
    [...text].length >= (minLength as number) &&
    [...text].length <= (maxLength as number) &&
    [pattern, ...(allOf as { pattern: string }[]).map((part) => part.pattern)].every((form) =>
      new RegExp(form as string, 'u').test(text),
    ) &&
    (options as string[]).includes(text)
  );
}

const zone = new TimeZone('America/Sao_Paulo');

/** Not covered by the patterns. */
const UNSAID = ['CHECK_DIGITS', 'OUT_OF_RANGE'];

const WRITTEN: Record<FieldType, string[]> = {
  text: ['São  Paulo', 'a\0b', '\ud800', '😀', '.', '[x]-9/9'],
  number: [
    '0010',
    '-3,50',
    '+1.5',
    '1.000,5',
    '1e5',
    '1234567890123456',
    '1,123456789',
    ',',
    '1.001',
    '1,001',
    '1,234.56',
    '1,234,567',
    '00.125',
  ],
  money: [
    'R$\u00a01.234,56',
    '0.500',
    '0.500,00',
    '1234.567',
    '12,345',
    '12.345,6',
    '1.500,00',
    'R$ 1500',
    'R$1',
    '-R$ 1',
    'R$  1',
    '12.5',
    '1.50,00',
    '1.234.567.890.123',
    '12345678901234',
    '1,12345',
  ],
  date: [
    '15/08/2024',
    '2024-08-15',
    '2024-08-15T10:00:00Z',
    '2024-08-15 23:59:59.5+0300',
    '31/02/2024',
    '15/13/2024',
    '0999-01-01',
    '1/1/2024',
  ],
  cpf: ['529.982.247-25', '52998224725', '5 2 9-982/247..25', '529.982.247-2', '11.222.333/0001-81'],
  cnpj: ['11.222.333/0001-81', '12.abc.345/01de-35', '12ABC34501DE3X', '52998224725', '1122233300018'],
  'cnpj-or-cpf': ['529.982.247-25', '07.664.483/0001-78', '12ABC34501DE35', '123', '123456789012'],
  checkbox: ['Sim', 'NÃO', 'nao', 'oN', 'OFF', '0', '1', 'TRUE', 'talvez', '10', 'sim não'],
  options: ['Azul', 'Verde-água', 'Roxo'],
};

describe('the schema of a field', () => {
  const anyType = fc.constantFrom(...FIELD_TYPES);
  const near = (type: FieldType) =>
    fc.oneof(
      fc.constantFrom(...WRITTEN[type]),
      // One character more, less, or another.
      fc
        .tuple(
          fc.constantFrom(...WRITTEN[type]),
          fc.nat(20),
          fc.nat(1),
          fc.constantFrom('', '0', '9', 'a', 'Z', '.', ',', '-', '/', ' ', ':', 'é', '$'),
        )
        .map(([text, at, gone, put]) => text.slice(0, at) + put + text.slice(at + gone)),
      fc.string({ maxLength: 20 }),
    );
  const rules = fc.record({
    mask: fc.option(fc.constantFrom('99/99/9999', 'XXX-9999', '999.999.999-99', '9999', '[X]-9/9', 'XXX'), { nil: null, freq: 2 }),
    pattern: fc.option(fc.constantFrom('.{3,10}', 'a|b|S.*', '\\d+', '[^.]+'), { nil: null, freq: 2 }),
    min: fc.option(fc.integer({ min: -5, max: 12 }), { nil: null }),
    max: fc.option(fc.integer({ min: -5, max: 40 }), { nil: null }),
  });

  it('accepts exactly what the service accepts', () => {
    const seen = { accepted: 0, refused: 0 };
    const subject = anyType.chain((type) => fc.tuple(fc.constant(type), rules, near(type), fc.constantFrom(...DECIMALS)));
    fc.assert(
      fc.property(subject, ([type, more, raw, decimal]) => {
        const text = raw.trim();
        // The service ignores case in options, and accents in checkboxes; the schema has one spelling of each.
        const reading = readFieldValue(field(type, more), text, { decimal, zone });
        if (text === '' || (type === 'options' && reading.ok && text !== reading.value.text)) return;
        if (type === 'checkbox' && reading.ok && /[^ -~Ãã]/.test(text)) return;
        // What is stored otherwise than it was sent is held against mask and expression in that form.
        if (decimal === 'point' && (more.mask !== null || more.pattern !== null)) return;
        // The schema refuses some impossible dates, only the service refuses all.
        if (!reading.ok && reading.code === 'DATE_IMPOSSIBLE') return;
        const expected = reading.ok || UNSAID.includes(reading.code);
        // The service stops at the first broken rule; such a text may also break mask and expression.
        if (!reading.ok && expected && (more.mask !== null || more.pattern !== null)) return;
        seen[expected ? 'accepted' : 'refused']++;
        expect([type, more, text, accepts(fieldSchema(field(type, more), 1, decimal), text)]).toEqual([type, more, text, expected]);
      }),
      { numRuns: 8000 },
    );
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(400);
  });

  it.each(FIELD_TYPES)('of type %s without rules has neither pattern nor bounds', (type) => {
    const keywords = Object.keys(fieldSchema(field(type), 3, 'comma')).filter((name) => name !== 'description');
    const expected = type === 'options' ? ['enum'] : ['pattern'];
    expect(keywords.sort()).toEqual(
      [...expected, ...(type === 'text' ? ['minLength'] : []), 'maxLength', 'type', 'x-ordem', 'x-tipo'].sort(),
    );
  });

  it('has annotations for the other rules', () => {
    const parent = field('date', { label: 'Início' });
    expect(fieldSchema(field('money', { min: 0, max: 10, mask: '9,99' }), 2, 'comma')).toMatchObject({
      'x-tipo': 'Monetário',
      'x-minimo': 0,
      'x-maximo': 10,
      'x-mascara': '9,99',
      'x-ordem': 2,
    });
    expect(fieldSchema(field('date', { parentOperator: '>=' }), 1, 'comma', parent)).toMatchObject({
      'x-campoPai': { campo: 'Início', operador: '>=' },
    });
    expect(fieldSchema(field('date'), 1, 'comma', parent)).toMatchObject({ 'x-campoPai': { campo: 'Início', operador: null } });
  });

  it('compiles with expressions that no engine reads', () => {
    expect(fieldSchema(field('text', { pattern: '(' }), 1, 'comma')).not.toHaveProperty('allOf');
    expect(accepts(fieldSchema(field('options', { options: [] }), 1, 'comma'), 'Azul')).toBe(false);
  });
});
