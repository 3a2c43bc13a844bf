/** What the address of the grid says. Days are ISO. */
export interface Asked {
  client: string;
  level?: string | undefined;
  code?: string | undefined;
  status?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  values: readonly Criterion[];
}
export interface Criterion {
  list: string | null;
  label: string;
  value: string;
}

const [FIELD, LIST] = ['campo.', 'lista.'];

/** `campo.<label>`, or `lista.<list>:<label>` for a field of a list. */
export const parameterOf = ({ list, label }: Pick<Criterion, 'list' | 'label'>) =>
  list === null ? FIELD + label : `${LIST}${encodeURIComponent(list)}:${label}`;

function criterionOf(name: string, value: string): Criterion | null {
  if (name.startsWith(FIELD)) return { list: null, label: name.slice(FIELD.length), value };
  const at = name.indexOf(':');
  if (!name.startsWith(LIST) || at < 0) return null;
  return { list: decodeURIComponent(name.slice(LIST.length, at)), label: name.slice(at + 1), value };
}

export function askedOf(search: URLSearchParams, client = ''): Asked {
  const one = (name: string) => search.get(name) || undefined;
  return {
    client: one('cliente') ?? client,
    level: one('nivel'),
    code: one('q'),
    status: one('situacao'),
    from: one('de'),
    to: one('ate'),
    values: [...search]
      .map(([name, value]) => criterionOf(name, value))
      .filter((criterion) => criterion !== null && criterion.value !== '') as Criterion[],
  };
}

/** Whether anything but a place is asked for. */
export const isFiltered = ({ code, status, from, to, values }: Asked) => Boolean(code || status || from || to || values.length > 0);

/** The address of a place, without filters. */
export const placeSearch = (client: string, level?: string) =>
  new URLSearchParams([['cliente', client], ...(level ? [['nivel', level]] : [])]).toString();
