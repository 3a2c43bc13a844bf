import { DomainError } from '#domain/errors';
import { NO_RULES, type Field } from '#domain/trees/field';
import { exitOf, holds } from './exits';
import type { Condition, Exit, Step, WorkflowDesign } from './workflow-definition';

const field = (type: Field['type']): Field => ({ ...NO_RULES, code: -1, id: 'f', label: 'f', type, options: ['Sim', 'Não'] });
const formOf = (type: Field['type'], text?: string) => ({
  field: (id: string) => (id === 'f' ? field(type) : undefined),
  text: () => text,
});
const when = (operator: Condition['operator'], value: string): Condition => ({ fieldId: 'f', operator, value });

describe('a condition', () => {
  it.each<[Field['type'], string | undefined, Condition['operator'], string, boolean]>([
    ['money', '1.000,00', '>=', '999,99', true],
    ['money', '1.000,00', '<=', '999,99', false],
    ['money', '-5,00', '<=', '-4,00', true],
    ['number', '10', '=', '10,0', true],
    ['number', '9', '<=', '10', true],
    ['date', '02/01/2027', '>=', '31/12/2026', true],
    ['date', '02/01/2027', '=', '02/01/2027', true],
    ['checkbox', 'true', '=', 'sim', true],
    ['checkbox', 'false', '<>', 'sim', true],
    ['options', 'Não', '=', 'nao', true],
    ['text', 'São  Paulo', '=', 'sao paulo', true],
    ['cpf', '529.982.247-25', '=', '52998224725', true],
    ['text', undefined, '=', 'x', false],
    ['text', undefined, '<>', 'x', true],
    ['money', '', '<=', '1,00', false],
    ['money', '', '>=', '1,00', false],
  ])('of %s: %p %s %p is %p', (type, text, operator, value, expected) => {
    expect(holds(when(operator, value), formOf(type, text))).toBe(expected);
  });

  it('of a removed field is that of a field without a value', () => {
    expect(holds({ fieldId: 'gone', operator: '=', value: 'x' }, formOf('text', 'x'))).toBe(false);
  });
});

const exit = (to: string, condition: Condition | null = null): Exit => ({ to, label: null, when: condition });
const step = (...exits: Exit[]): Step => ({ id: 's', name: 's', group: null, tasks: [], exits });
const target = { id: 'g', name: 'g', group: 'all' as const, tasks: [{ id: 'of-g' } as never], exits: [] };
const design: WorkflowDesign = { steps: [step(), target], endId: 'end', form: null, model: null, workingTime: null };

describe('the next step', () => {
  const decision = step(exit('high', when('>=', '1000')), exit('low'), exit('mid', when('>=', '500')));
  const way = (of: Step, wanted: string | null = null, text = '') => {
    try {
      return exitOf(design, of, formOf('number', text), wanted).to;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return `${error.kind} ${error.problems.map(({ code }) => code).join()}`;
    }
  };

  it.each([
    ['the only one', step(exit('end')), null, '', 'end'],
    ['the only one, named', step(exit('end')), 'end', '', 'end'],
    ['one of several, named', step(exit('a'), exit('end')), 'end', '', 'end'],
    ['a group, named by one of its tasks', step(exit('a'), exit('g')), 'of-g', '', 'g'],
    ['none of several, unnamed', step(exit('a'), exit('end')), null, '', 'unprocessable EXIT_TO_CHOOSE'],
    ['none that there is not', step(exit('a'), exit('end')), 'b', '', 'invalid UNKNOWN_ID'],
    ['the first whose condition holds', decision, null, '2000', 'high'],
    ['the next whose condition holds', decision, null, '700', 'mid'],
    ['the default, wherever it stands', decision, null, '10', 'low'],
    ['the default without a value', decision, null, '', 'low'],
    ['the decided one, named', decision, 'high', '2000', 'high'],
    ['not the one that is not decided', decision, 'low', '2000', 'unprocessable EXIT_NOT_CHOSEN'],
  ])('is %s', (_, of, wanted, text, expected) => {
    expect(way(of, wanted, text)).toBe(expected);
  });
});
