import { fieldKey } from '../../api/field-key';
import { wireDay } from '../../api/find';
import type { Field, Level } from '../../api/structure';
import { day, shown, t } from '../../i18n';
import { conditionOf, parameterOf, type Asked, type Criterion, type Operator } from './search';

/** What can be filtered by: a field of the level, or what every document has. */
export interface Filter {
  parameter: string;
  name: string;
  type: string;
  field?: Field;
}
export const STATUSES = ['1', '2', '3', '5', '6', '4'] as const;

/** What every document has, then the fields of the level. */
export const filtersOf = (level: Level | undefined): Filter[] => [
  ...(level?.fields ?? []).map((field) => ({ parameter: parameterOf(field), name: fieldKey(field), type: field.type, field })),
  { parameter: 'q', name: t.documents.code, type: 'Numérico' },
  { parameter: 'situacao', name: t.documents.status, type: 'status' },
  { parameter: 'de', name: t.documents.from, type: 'day' },
  { parameter: 'ate', name: t.documents.to, type: 'day' },
];

const COMPARED: readonly Operator[] = ['igual', 'entre', 'em', 'preenchido', 'vazio'];
const BY_TYPE: Record<string, readonly Operator[]> = {
  Numérico: COMPARED,
  Monetário: COMPARED,
  Data: ['igual', 'entre', 'preenchido', 'vazio'],
  Texto: ['igual', 'contem', 'comeca', 'em', 'entre', 'preenchido', 'vazio'],
  CPF: ['igual', 'comeca', 'em', 'preenchido', 'vazio'],
};
const CHOSEN: readonly Operator[] = ['em', 'preenchido', 'vazio'];

/** The usual one first. Of what every document has only values are asked for. */
export function operatorsOf({ field, type }: Filter, hasChoices: boolean): readonly Operator[] {
  if (!field) return type === 'status' ? ['em'] : ['igual'];
  return hasChoices ? CHOSEN : (BY_TYPE[/CNPJ/.test(type) ? 'CPF' : type] ?? CHOSEN);
}

/** The parameter that a condition has in the address. */
export const parameterWith = ({ parameter, field }: Filter, operator: Operator) => (field ? conditionOf(parameter, operator) : parameter);

function textOf({ operator, values }: Criterion, type: string): string {
  const [first = '', second = ''] = values.map((value) => shown(type, value));
  if (operator === 'preenchido' || operator === 'vazio') return t.documents.operators[operator];
  if (operator === 'entre') return t.documents.range(first, second);
  if (operator === 'contem') return t.documents.words(first);
  return operator === 'comeca' ? t.documents.beginning(first) : values.map((value) => shown(type, value)).join(', ');
}

/** Active filters, as people read them. */
export function chipsOf(
  { values, code, words, statuses, from, to }: Asked,
  level: Level | undefined,
): [parameter: string, name: string, text: string][] {
  const typeOf = (criterion: Criterion) => level?.fields.find((field) => fieldKey(field) === fieldKey(criterion))?.type ?? '';
  const all: [string, string, string | undefined][] = [
    ...values.map((criterion): [string, string, string] => [
      conditionOf(parameterOf(criterion), criterion.operator),
      fieldKey(criterion),
      textOf(criterion, typeOf(criterion)),
    ]),
    ['texto', t.documents.inFiles, words],
    ['q', t.documents.code, code],
    ['situacao', t.documents.status, statuses.map((status) => t.statuses[status as '1'] ?? status).join(', ')],
    ['de', t.documents.from, from && day(wireDay(from))],
    ['ate', t.documents.to, to && day(wireDay(to))],
  ];
  return all.filter((chip): chip is [string, string, string] => Boolean(chip[2]));
}
