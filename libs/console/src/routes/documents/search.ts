/** How a field is compared: with a value, with one of several, with its words, its beginning, both ends (one may be open), or only whether it has a value. */
const OPERATORS = ['igual', 'em', 'contem', 'comeca', 'entre', 'preenchido', 'vazio'] as const;
export type Operator = (typeof OPERATORS)[number];

/** What the address of the grid says. Days are ISO. */
export interface Asked {
  client: string;
  level?: string | undefined;
  code?: string | undefined;
  /** Words in the text of files. */
  words?: string | undefined;
  statuses: readonly string[];
  from?: string | undefined;
  to?: string | undefined;
  values: readonly Criterion[];
  order?: Order | undefined;
}
export interface Criterion {
  list: string | null;
  label: string;
  operator: Operator;
  values: readonly string[];
}
/** Newest first without one. */
export interface Order {
  /** `codigo`, `cadastro` or `vencimento`, or the parameter of a field. */
  by: string;
  isDescending: boolean;
}

const [FIELD, LIST] = ['campo.', 'lista.'];
const DESCENDING = '-';

/** `campo.<label>`, or `lista.<list>:<label>` for a field of a list. */
export const parameterOf = ({ list, label }: Pick<Criterion, 'list' | 'label'>) =>
  list === null ? FIELD + label : `${LIST}${encodeURIComponent(list)}:${label}`;

export function fieldOf(parameter: string): Pick<Criterion, 'list' | 'label'> | null {
  if (parameter.startsWith(FIELD)) return { list: null, label: parameter.slice(FIELD.length) };
  const at = parameter.indexOf(':');
  if (!parameter.startsWith(LIST) || at < 0) return null;
  return { list: decodeURIComponent(parameter.slice(LIST.length, at)), label: parameter.slice(at + 1) };
}

/** The parameter of a condition has the operator before the field, unless it is the usual one; it stands once per value. */
export const conditionOf = (field: string, operator: Operator) => (operator === 'igual' ? field : `${operator}.${field}`);

function criterionOf(name: string, values: readonly string[]): Criterion | null {
  const operator = OPERATORS.find((each) => name.startsWith(`${each}.`)) ?? 'igual';
  const field = fieldOf(operator === 'igual' ? name : name.slice(operator.length + 1));
  return field && values.some((value) => value !== '') ? { ...field, operator, values } : null;
}

export function askedOf(search: URLSearchParams, client = ''): Asked {
  const one = (name: string) => search.get(name) || undefined;
  const order = one('ordem');
  const isDescending = order?.startsWith(DESCENDING) ?? false;
  return {
    client: one('cliente') ?? client,
    level: one('nivel'),
    code: one('q'),
    words: one('texto'),
    statuses: search.getAll('situacao').filter(Boolean),
    from: one('de'),
    to: one('ate'),
    values: [...new Set(search.keys())].map((name) => criterionOf(name, search.getAll(name))).filter((criterion) => criterion !== null),
    ...(order && { order: { by: isDescending ? order.slice(DESCENDING.length) : order, isDescending } }),
  };
}

export const orderParameter = ({ by, isDescending }: Order) => (isDescending ? DESCENDING : '') + by;

/** Whether anything but a place is asked for. */
export const isFiltered = ({ code, words, statuses, from, to, values }: Asked) =>
  Boolean(code || words || from || to || statuses.length > 0 || values.length > 0);

/** The address of a place, without filters. */
export const placeSearch = (client: string, level?: string) =>
  new URLSearchParams([['cliente', client], ...(level ? [['nivel', level]] : [])]).toString();
