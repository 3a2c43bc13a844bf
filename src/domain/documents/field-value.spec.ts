import { NO_RULES, type Field, type FieldType } from '#domain/trees/field';
import type { Zone } from './calendar';
import { readCriterion, readFieldValue } from './field-value';
import { SentNumber, type Decimal, type Notation, type SentValue } from './sent-value';

const field = (type: FieldType, more: Partial<Field> = {}): Field => ({
  code: 1,
  id: '',
  label: 'Campo',
  type,
  ...NO_RULES,
  ...more,
});

/** Three hours behind UTC. */
const zone: Zone = { dayOf: (instant) => new Date(instant.getTime() - 10_800_000).toISOString().slice(0, 10) };
const COMMA: Notation = { decimal: 'comma', zone };

const read = (type: FieldType, sent: SentValue, more: Partial<Field> = {}, decimal: Decimal = 'comma') => {
  const reading = readFieldValue(field(type, more), sent, { decimal, zone });
  return reading.ok ? [reading.value.text, reading.value.key] : reading.code;
};

describe('a value of an indexer field', () => {
  it.each<[FieldType, string, unknown]>([
    ['text', '  São  Paulo ', ['São  Paulo', 'sao paulo']],
    ['text', 'a\0b', 'FORMAT'],
    ['number', '0010', ['0010', 'p210']],
    ['number', '-3,50', ['-3,50', 'm>64~']],
    ['number', '-0', ['-0', 'p10']],
    ['number', '1.000,5', ['1.000,5', 'p410005']],
    ['number', 'dez', 'FORMAT'],
    ['number', '1e5', 'FORMAT'],
    ['money', '1.500,00', ['1.500,00', 'p41500']],
    ['number', '0x10', 'FORMAT'],
    ['number', '1 2', 'FORMAT'],
    ['number', 'NaN', 'FORMAT'],
    ['money', 'dez reais', 'FORMAT'],
    ['money', 'R$ 1500', ['R$ 1500', 'p41500']],
    ['money', '12.5', ['12.5', 'p2125']],
    ['money', '1.50,00', 'FORMAT'],
    ['date', '15/08/2024', ['15/08/2024', '2024-08-15']],
    ['date', '2024-08-15', ['15/08/2024', '2024-08-15']],
    ['date', '2024-08-15T10:00:00Z', ['15/08/2024', '2024-08-15']],
    ['date', '2024-08-15T01:30:00.000Z', ['14/08/2024', '2024-08-14']],
    ['date', '2024-08-15T03:00:00.000Z', ['15/08/2024', '2024-08-15']],
    ['date', '2024-08-15T00:00:00Z', ['15/08/2024', '2024-08-15']],
    ['date', '2024-08-15T00:00Z', ['15/08/2024', '2024-08-15']],
    ['date', '2024-08-15T00:00:00.0000000+00:00', ['15/08/2024', '2024-08-15']],
    ['date', '2024-08-15T00:00:00.001Z', ['14/08/2024', '2024-08-14']],
    ['date', '2024-08-15T00:00:00-03:00', ['15/08/2024', '2024-08-15']],
    ['date', '2024-08-15T00:00:00+02:00', ['14/08/2024', '2024-08-14']],
    ['date', '15/08/2024 23:30', ['15/08/2024', '2024-08-15']],
    ['date', '2024-08-15T23:30:00', ['15/08/2024', '2024-08-15']],
    ['date', '2024-08-15T25:00', 'FORMAT'],
    ['date', '31/02/2024', 'DATE_IMPOSSIBLE'],
    ['date', '29/02/2023', 'DATE_IMPOSSIBLE'],
    ['date', '00/01/2024', 'DATE_IMPOSSIBLE'],
    ['date', '15/13/2024', 'DATE_IMPOSSIBLE'],
    ['date', '08/2024', 'FORMAT'],
    ['date', '15/08/24', 'FORMAT'],
    ['cpf', '529.982.247-25', ['529.982.247-25', '52998224725']],
    ['cpf', '52998224725', ['52998224725', '52998224725']],
    ['cpf', '529.982.247-24', 'CHECK_DIGITS'],
    ['cpf', '111.111.111-11', 'CHECK_DIGITS'],
    ['cpf', '5299822472', 'FORMAT'],
    ['cpf', '11.222.333/0001-81', 'FORMAT'],
    ['cnpj', '11.222.333/0001-81', ['11.222.333/0001-81', '11222333000181']],
    ['cnpj', '12.ABC.345/01DE-35', ['12.ABC.345/01DE-35', '12ABC34501DE35']],
    ['cnpj', '11.222.333/0001-82', 'CHECK_DIGITS'],
    ['cnpj', '00.000.000/0000-00', 'CHECK_DIGITS'],
    ['cnpj', '12.ABC.345/01DE-36', 'CHECK_DIGITS'],
    ['cnpj', '52998224725', 'FORMAT'],
    ['cnpj-or-cpf', '52998224725', ['52998224725', '52998224725']],
    ['cnpj-or-cpf', '529.982.247-26', 'CHECK_DIGITS'],
    ['cnpj-or-cpf', '11.222.333/0001-82', 'CHECK_DIGITS'],
    ['cnpj-or-cpf', '123', 'FORMAT'],
    ['cnpj-or-cpf', '07.664.483/0001-78', ['07.664.483/0001-78', '07664483000178']],
    ['checkbox', 'Sim', ['true', 'true']],
    ['checkbox', '0', ['false', 'false']],
    ['checkbox', 'talvez', 'FORMAT'],
  ])('of type %s, %j is %j', (type, text, expected) => {
    expect(read(type, text)).toEqual(expected);
  });

  describe.each<FieldType>(['number', 'money'])('of type %s', (type) => {
    it.each<[string, unknown]>([
      ['1.234,56', 'p4123456'],
      ['1234,56', 'p4123456'],
      ['1234.56', 'p4123456'],
      ['R$ 1.234,56', 'p4123456'],
      ['R$\u00a01.234,56', 'p4123456'],
      ['-R$ 1.234,56', 'm;876543~'],
      ['1.001', 'p41001'],
      ['1,001', 'p11001'],
      ['5.799', 'p45799'],
      ['1.234.567', 'p71234567'],
      ['1234.567', 'p41234567'],
      ['0.125', 'p10125'],
      ['R$ 0.500', 'p105'],
      ['00.125', 'p10125'],
      ['0.500,00', 'FORMAT'],
      ['0.125.000', 'FORMAT'],
      ['1,234.56', 'FORMAT'],
      ['1.23,4', 'FORMAT'],
      ['R$', 'FORMAT'],
      ['123456789012345', 'p?123456789012345'],
      ['35260811222333000181550010000010241000010247', 'TOO_MANY_DIGITS'],
      ['1,123456789', 'TOO_MANY_DECIMALS'],
    ])('reads the text %j as %j', (text, expected) => {
      const reading = read(type, text);
      expect(typeof reading === 'string' ? reading : reading[1]).toBe(expected);
      // As it was sent.
      if (typeof reading !== 'string') expect(reading[0]).toBe(text);
    });

    it.each<[string, unknown]>([
      ['1.001', ['1,001', 'p11001']],
      ['5.799', ['5,799', 'p15799']],
      ['1.50', ['1.50', 'p115']],
      ['1,234.56', ['1234,56', 'p4123456']],
      ['1,234,567', ['1234567', 'p71234567']],
      ['1.234,56', ['1.234,56', 'p4123456']],
      ['5,7990', ['5,7990', 'p15799']],
      ['1,001', 'FORMAT'],
    ])('reads the text %j with a decimal point declared as %j', (text, expected) => {
      expect(read(type, text, {}, 'point')).toEqual(expected);
    });

    it.each<[string, unknown]>([
      ['5.799', ['5,799', 'p15799']],
      ['0.125', ['0.125', 'p10125']],
      ['-1.001', ['-1,001', 'm>8998~']],
      ['1.5000000000', ['1,5', 'p115']],
      ['1500', ['1500', 'p41500']],
      ['1e3', ['1000', 'p41000']],
      ['12.5E-1', ['1,25', 'p1125']],
      ['-0', ['-0', 'p10']],
      ['1000000000000000000000e-18', ['1000', 'p41000']],
      ['0.30000000000000004', 'TOO_MANY_DECIMALS'],
      ['1e-400', 'TOO_MANY_DECIMALS'],
      ['1234567890123456', 'TOO_MANY_DIGITS'],
      ['1e400', 'TOO_MANY_DIGITS'],
      ['1e999999999', 'FORMAT'],
    ])('takes the JSON number %s as %j', (text, expected) => {
      const both: Decimal[] = ['comma', 'point'];
      for (const decimal of both) expect(read(type, new SentNumber(text), {}, decimal)).toEqual(expected);
    });
  });

  it('of an amount has four decimals at most', () => {
    expect(read('money', new SentNumber('0.12345'))).toBe('TOO_MANY_DECIMALS');
    expect(read('money', '0,12345')).toBe('TOO_MANY_DECIMALS');
    expect(read('number', new SentNumber('0.12345'))).toEqual(['0.12345', 'p1012345']);
  });

  it('of a text is a JSON number as it was written', () => {
    expect(read('text', new SentNumber('1.50'))).toEqual(['1.50', '1.50']);
    expect(read('cpf', new SentNumber('52998224725'))).toEqual(['52998224725', '52998224725']);
    expect(read('checkbox', new SentNumber('1'))).toEqual(['true', 'true']);
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
    expect(read('money', new SentNumber('5.799'), { max: 10 })).toEqual(['5,799', 'p15799']);
    expect(read('number', '1.001', { max: 10 })).toBe('OUT_OF_RANGE');
    expect(read('number', '1.001', { max: 10 }, 'point')).toEqual(['1,001', 'p11001']);
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
    expect(readCriterion(field(type), text, COMMA)).toEqual(expected);
  });
});
