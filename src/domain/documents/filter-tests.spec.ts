import { DOCUMENT_STATUS } from './document';
import { conjunctsOf, statesOf, type Filter } from './filter';
import { compareScalars, operatorsOf, oppositeOf, testOf } from './filter-tests';

const status = (...among: number[]): Filter => ({ member: 'status', test: { among } });
const { deleted, stored } = DOCUMENT_STATUS;

describe('what a filter asks for', () => {
  it.each<[string, Filter, string]>([
    ['nothing about the status', { all: [] }, 'live'],
    ['another status', status(stored), 'live'],
    ['the deleted ones alone', { all: [status(deleted), { fields: [] }] }, 'deleted'],
    ['deleted ones, too', status(stored, deleted), 'both'],
    ['deleted ones or others', { any: [status(deleted), { fields: [] }] }, 'both'],
    ['none that is deleted', { not: status(deleted) }, 'live'],
    ['none of another status', { not: status(stored) }, 'live'],
    ['none that is none of the deleted', { not: { not: status(deleted) } }, 'both'],
  ])('%s', (_, filter, states) => {
    expect(statesOf(filter)).toBe(states);
  });

  it('conditions that all must hold are those of nested groups, too', () => {
    const [a, b, c] = [status(1), status(2), { any: [status(3)] }];
    expect(conjunctsOf({ all: [a, { all: [b, c] }] })).toEqual([a, b, c]);
  });
});

describe('tests of values', () => {
  const day = { from: 10, until: 20 };

  it('a value that is a span counts as all of it', () => {
    expect(testOf('equal', [day])).toEqual({ within: [day] });
    expect(testOf('less', [day])).toEqual({ within: [{ below: 10 }] });
    expect(testOf('at-most', [day])).toEqual({ within: [{ until: 20 }] });
    expect(testOf('greater', [day])).toEqual({ within: [{ above: 20 }] });
    expect(testOf('at-least', [day])).toEqual({ within: [{ from: 10 }] });
    expect(testOf('between', [day, { from: 30, until: 40 }])).toEqual({ within: [{ from: 10, until: 40 }] });
    expect(testOf('in', [{ from: 'a', until: 'a' }, { from: 'b', until: 'b' }])).toEqual({ among: ['a', 'b'] }); // prettier-ignore
  });

  it('what is opposite is so both ways for every type that has it', () => {
    for (const type of ['text', 'number', 'cpf', 'checkbox', 'options'] as const) {
      const opposites = operatorsOf(type).map(oppositeOf).filter((each) => each !== undefined); // prettier-ignore
      expect(operatorsOf(type)).toEqual(expect.arrayContaining(opposites));
    }
  });

  it('keys compare by code point', () => {
    expect(compareScalars('\u{10FFFF}', '\uFFFD')).toBeGreaterThan(0);
    expect(compareScalars('ab', 'a')).toBeGreaterThan(0);
    expect(compareScalars('a', 'b')).toBeLessThan(0);
    expect(compareScalars('a', 'a')).toBe(0);
    expect(compareScalars(9, 10)).toBeLessThan(0);
  });
});
