import { DomainError, type FieldProblem } from '#domain/errors';

/** Indexes 0 to 99. */
const PAIR = /^([^[\].]+)\[(\d{1,2})\]\.([^[\].]+)$/;
/** The portal of existing clients adds it to every call; there is nothing it could select here. */
const IGNORED = new Set(['api-version']);

/**
 * A query as an object for the DTO reader: names folded to lower case, indexed pairs (`ValoresCampos[0].Label`) gathered into
 * a list by index, repeated names as a list where `lists` allows it, and as a list of objects in JSON where `objects` does.
 */
export function readQuery(
  url: string,
  lists: ReadonlySet<string>,
  objects: ReadonlySet<string> = new Set<string>(),
): Record<string, unknown> {
  const start = url.indexOf('?');
  const parameters = new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
  const problems: FieldProblem[] = [];
  const scalars = new Map<string, string[]>();
  const pairs = new Map<string, Map<number, Record<string, unknown>>>();
  for (const [sentName, value] of parameters) {
    const name = sentName.trim().toLowerCase();
    if (IGNORED.has(name)) continue;
    const pair = PAIR.exec(name);
    if (pair) addPair(pairs, pair, value, problems);
    else if (scalars.has(name)) scalars.get(name)?.push(value);
    else scalars.set(name, [value]);
  }
  const query: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, values] of scalars) {
    const items = lists.has(name) ? splitList(values.join(',')) : objects.has(name) ? values.filter(Boolean).map(objectIn) : [];
    if (items.length > 0) query[name] = items;
    else if (lists.has(name) || objects.has(name)) continue;
    else if (values.length === 1) query[name] = values[0];
    else problems.push({ path: [name], code: 'DUPLICATE' });
  }
  for (const [name, byIndex] of pairs) {
    if (scalars.has(name)) problems.push({ path: [name], code: 'DUPLICATE' });
    // Sparse: a problem is reported under the index that was sent.
    const list: unknown[] = [];
    for (const [index, pair] of byIndex) list[index] = pair;
    query[name] = list;
  }
  if (problems.length > 0) throw new DomainError('INPUT_INVALID', problems);
  return query;
}

/** The items of a comma list, without blanks around them. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

/** What is no JSON stays a text, which the reader refuses by its place. */
function objectIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function addPair(
  pairs: Map<string, Map<number, Record<string, unknown>>>,
  [, name, index, member]: RegExpExecArray,
  value: string,
  problems: FieldProblem[],
): void {
  const byIndex = pairs.get(name as string) ?? new Map<number, Record<string, unknown>>();
  const pair = byIndex.get(Number(index)) ?? (Object.create(null) as Record<string, unknown>);
  if ((member as string) in pair) problems.push({ path: [name as string, Number(index), member as string], code: 'DUPLICATE' });
  pair[member as string] = value;
  byIndex.set(Number(index), pair);
  pairs.set(name as string, byIndex);
}
