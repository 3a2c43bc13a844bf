import { foldBeginning } from '#domain/text';
import type { FieldType } from '#domain/trees/field';
import type { Range, Scalar, Span, Test } from './filter';

export const OPERATORS = [
  'equal',
  'not-equal',
  'in',
  'not-in',
  'less',
  'at-most',
  'greater',
  'at-least',
  'between',
  'begins',
  'has-words',
  'empty',
  'filled',
] as const;
export type Operator = (typeof OPERATORS)[number];

const CHOOSING = ['equal', 'not-equal', 'in', 'not-in'] as const satisfies Operator[];
const COMPARING = ['less', 'at-most', 'greater', 'at-least', 'between'] as const satisfies Operator[];
const PRESENCE = ['empty', 'filled'] as const satisfies Operator[];

export const CHOSEN: readonly Operator[] = [...CHOOSING, ...PRESENCE];
export const COMPARED: readonly Operator[] = [...CHOOSING, ...COMPARING, ...PRESENCE];
/** Of what every document has. */
export const ALWAYS_CHOSEN: readonly Operator[] = CHOOSING;
export const ALWAYS_COMPARED: readonly Operator[] = [...CHOOSING, ...COMPARING];

const OF_TYPE: Record<FieldType, readonly Operator[]> = {
  text: OPERATORS,
  number: COMPARED,
  money: COMPARED,
  date: COMPARED,
  cpf: [...CHOOSING, 'begins', ...PRESENCE],
  cnpj: [...CHOOSING, 'begins', ...PRESENCE],
  'cnpj-or-cpf': [...CHOOSING, 'begins', ...PRESENCE],
  checkbox: CHOSEN,
  options: CHOSEN,
};

export const operatorsOf = (type: FieldType): readonly Operator[] => OF_TYPE[type];

/** How many values an operator takes. */
export const ARITY: Record<Operator, 'none' | 'one' | 'two' | 'many'> = {
  equal: 'one',
  'not-equal': 'one',
  in: 'many',
  'not-in': 'many',
  less: 'one',
  'at-most': 'one',
  greater: 'one',
  'at-least': 'one',
  between: 'two',
  begins: 'one',
  'has-words': 'one',
  empty: 'none',
  filled: 'none',
};

/** These hold exactly where their opposite does not. */
const OPPOSITES: Partial<Record<Operator, Operator>> = { 'not-equal': 'equal', 'not-in': 'in', empty: 'filled' };
export const oppositeOf = (operator: Operator): Operator | undefined => OPPOSITES[operator];

/** The form in which the beginning of a text is compared; a blank at its end counts. */
export const beginningOf = (text: string): string => foldBeginning(text);

/** A test for the operators that compare values. */
export function testOf(operator: Operator, spans: readonly Span[]): Test {
  const [first, second] = spans as [Span, Span];
  const range = (within: Range): Test => ({ within: [within] });
  switch (operator) {
    case 'less':
      return range({ below: first.from });
    case 'at-most':
      return range({ until: first.until });
    case 'greater':
      return range({ above: first.until });
    case 'at-least':
      return range({ from: first.from });
    case 'between':
      return range({ from: first.from, until: second.until });
    default:
      return spans.every(({ from, until }) => from === until) ? { among: spans.map(({ from }) => from) } : { within: spans };
  }
}

/** By code point, as every engine compares keys; JavaScript compares halves of characters. */
export function compareScalars(a: Scalar, b: Scalar): number {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b);
  const [first, second] = [[...a], [...b]];
  const at = first.findIndex((character, index) => character !== second[index]);
  if (at < 0) return first.length - second.length;
  return (first[at]?.codePointAt(0) ?? -1) - (second[at]?.codePointAt(0) ?? -1);
}

export const isReversed = ({ from }: Span, { until }: Span): boolean => compareScalars(from, until) > 0;
