import { NO_RULES, type Field, type FieldType } from '#domain/trees/field';
import { readCriterion, readFieldValue } from './field-value';

const field = (type: FieldType, more: Partial<Field> = {}): Field => ({
  code: 1,
  id: '',
  label: 'Campo',
  type,
  ...NO_RULES,
  ...more,
});

const read = (type: FieldType, text: string, more: Partial<Field> = {}) => {
  const reading = readFieldValue(field(type, more), text);
  return reading.ok ? [reading.value.text, reading.value.key] : reading.code;
};

describe('a value of an indexer field', () => {
  it.each<[FieldType, string, unknown]>([
    ['text', '  São  Paulo ', ['São  Paulo', 'sao paulo']],
    ['text', 'a\0b', 'FORMAT'],
    ['number', '0010', ['0010', 'p210']],
    ['number', '-3,50', ['-3,50', 'm>64~']],
    ['number', '-0', ['-0', 'p10']],
    ['number', '1.000,5', 'FORMAT'],
    ['number', 'dez', 'FORMAT'],
    ['number', '1e5', 'FORMAT'],
    ['money', '1.500,00', ['1.500,00', 'p41500']],
    ['money', 'R$ 1500', ['R$ 1500', 'p41500']],
    ['money', '12.5', 'FORMAT'],
    ['money', '1.50,00', 'FORMAT'],
    ['date', '15/08/2024', ['15/08/2024', '2024-08-15']],
    ['date', '2024-08-15', ['15/08/2024', '2024-08-15']],
    ['date', '2024-08-15T10:00:00Z', ['15/08/2024', '2024-08-15']],
    ['date', '31/02/2024', 'DATE_IMPOSSIBLE'],
    ['date', '29/02/2023', 'DATE_IMPOSSIBLE'],
    ['date', '08/2024', 'FORMAT'],
    ['cpf', '529.982.247-25', ['529.982.247-25', '52998224725']],
    ['cpf', '52998224725', ['52998224725', '52998224725']],
    ['cpf', '529.982.247-24', 'CHECK_DIGITS'],
    ['cpf', '111.111.111-11', 'CHECK_DIGITS'],
    ['cpf', '11.222.333/0001-81', 'FORMAT'],
    ['cnpj', '11.222.333/0001-81', ['11.222.333/0001-81', '11222333000181']],
    ['cnpj', '12.ABC.345/01DE-35', ['12.ABC.345/01DE-35', '12ABC34501DE35']],
    ['cnpj', '11.222.333/0001-82', 'CHECK_DIGITS'],
    ['cnpj', '52998224725', 'FORMAT'],
    ['cnpj-or-cpf', '52998224725', ['52998224725', '52998224725']],
    ['cnpj-or-cpf', '07.664.483/0001-78', ['07.664.483/0001-78', '07664483000178']],
    ['checkbox', 'Sim', ['true', 'true']],
    ['checkbox', '0', ['false', 'false']],
    ['checkbox', 'talvez', 'FORMAT'],
  ])('of type %s, %j is %j', (type, text, expected) => {
    expect(read(type, text)).toEqual(expected);
  });

  it('of a list of options is the option, in any spelling', () => {
    const more = { options: ['Vigente', 'Encerrado'] };
    expect(read('options', ' VIGENTE', more)).toEqual(['Vigente', 'vigente']);
    expect(read('options', 'Suspenso', more)).toBe('NOT_AN_OPTION');
  });

  it('is limited: characters of a text, size of a number', () => {
    expect(read('text', 'ab', { min: 3 })).toBe('TOO_SHORT');
    expect(read('text', '😀😀😀', { max: 3 })).toEqual(['😀😀😀', '😀😀😀']);
    expect(read('text', 'abcd', { max: 3 })).toBe('TOO_LONG');
    expect(read('number', '9', { min: 10 })).toBe('OUT_OF_RANGE');
    expect(read('money', '10,01', { max: 10 })).toBe('OUT_OF_RANGE');
  });

  it('must match mask and expression completely', () => {
    expect(read('text', 'ABCD-1234', { mask: 'XXXX-9999' })).toEqual(['ABCD-1234', 'abcd-1234']);
    expect(read('text', 'ABC1-1234', { mask: 'XXXX-9999' })).toBe('MASK');
    expect(read('text', 'ABCD-12345', { mask: 'XXXX-9999' })).toBe('MASK');
    expect(read('text', 'a1', { pattern: '[a-z]\\d|x' })).toEqual(['a1', 'a1']);
    expect(read('text', 'a1b', { pattern: '[a-z]\\d|x' })).toBe('PATTERN');
  });
});

describe('a searched value', () => {
  it.each<[FieldType, string, unknown]>([
    ['text', ' AÇÃO   civil ', { exact: 'acao civil' }],
    ['text', 'Contra%', { prefix: 'contra' }],
    ['number', '0010,0', { exact: 'p210' }],
    ['money', '1.500,00', { exact: 'p41500' }],
    ['date', '2024-08-15', { exact: '2024-08-15' }],
    ['cpf', '529.982.247-25', { exact: '52998224725' }],
    ['number', 'abc', null],
  ])('of type %s, %j matches by %j', (type, text, expected) => {
    expect(readCriterion(field(type), text)).toEqual(expected);
  });
});
