import { foldName } from '#libs/json-ingest';
import type { FieldProblem } from '#domain/errors';
import { saysUtf8 } from '../server/url-bytes';
import { MOST_PROBLEMS } from './read-problems';

const PAIR = /^([^[\].]+)\[(\d+)\]\.([^[\].]+)$/;
/** A malformed indexed pair: to ignore it would drop a condition of the search. */
const BEGINNING = /^([^[\].]+)[[.]/;
/** Indexes 0 to 99. */
const MOST_PAIRS = 100;
/** The portal of existing clients adds it to every call; it has no effect here. */
const IGNORED = new Set(['api-version']);

/** Folded names that take more than one value. */
export interface ListNames {
  /** Repeated, or comma-separated. */
  lists: ReadonlySet<string>;
  /** Indexed pairs (`ValoresCampos[0].Label`), or one JSON object per value. */
  pairs: ReadonlySet<string>;
}

type Raw = Record<string, unknown>;
interface Pairs {
  name: string;
  byIndex: Map<number, Raw>;
}

const emptyRaw = () => Object.create(null) as Raw;

/**
 * A query as an object for the DTO reader, under the names as they were sent: indexed pairs gathered into a list by index, repeated
 * names as a list where `lists` allows it, and as a list of objects in JSON where `pairs` does.
 */
export function readQuery(url: string, { lists, pairs: pairNames }: ListNames): { query: Raw; problems: FieldProblem[] } {
  const start = url.indexOf('?');
  const sent = start < 0 ? '' : url.slice(start + 1);
  const parameters = new URLSearchParams(sent);
  const problems: FieldProblem[] = saysUtf8(sent) ? [] : notUtf8(sent);
  const scalars = new Map<string, { name: string; values: string[] }>();
  const pairs = new Map<string, Pairs>();
  for (const [sentName, value] of parameters) {
    const name = sentName.trim();
    const folded = foldName(name);
    if (IGNORED.has(folded)) continue;
    const pair = PAIR.exec(name);
    if (pair && pairNames.has(foldName(pair[1] as string))) addPair(pairs, pair, value, problems);
    else if (pairNames.has(foldName(BEGINNING.exec(name)?.[1] ?? ''))) problems.push({ path: [name], code: 'UNKNOWN' });
    else if (scalars.has(folded)) scalars.get(folded)?.values.push(value);
    else scalars.set(folded, { name, values: [value] });
  }
  const query = emptyRaw();
  for (const [folded, { name, values }] of scalars) {
    const isObjects = pairNames.has(folded);
    const items = isObjects ? values.filter(Boolean).map(objectIn) : lists.has(folded) ? splitList(values.join(',')) : [];
    if (items.length > 0) query[name] = items;
    else if (!isObjects && !lists.has(folded)) {
      query[name] = values[0];
      if (values.length > 1) problems.push({ path: [name], code: 'DUPLICATE' });
    }
  }
  for (const [folded, { name, byIndex }] of pairs) {
    if (scalars.has(folded)) problems.push({ path: [name], code: 'DUPLICATE' });
    delete query[scalars.get(folded)?.name ?? ''];
    // Sparse: problems are reported under the index that was sent.
    const list: unknown[] = [];
    for (const [index, pair] of byIndex) list[index] = pair;
    query[name] = list;
  }
  return { query, problems };
}

/** Parameters whose bytes are of another encoding, each once. */
function notUtf8(query: string): FieldProblem[] {
  const bad = query.split('&').filter((pair) => !saysUtf8(pair));
  const names = bad.flatMap((pair) => [...new URLSearchParams(pair).keys()].map((name) => name.trim()));
  return [...new Set(names)]
    .slice(0, MOST_PROBLEMS)
    .map((name) => ({ path: [name.slice(0, 100)], code: 'FORMAT', details: { type: 'utf-8' } }));
}

/** The items of a comma list, without blanks around them. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

/** Invalid JSON stays a text, which the reader refuses with its path. */
function objectIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function addPair(pairs: Map<string, Pairs>, [, name, digits, member]: RegExpExecArray, value: string, problems: FieldProblem[]): void {
  const index = Number(digits);
  if (index >= MOST_PAIRS) return void problems.push({ path: [name as string], code: 'TOO_LONG', details: { max: MOST_PAIRS } });
  const folded = foldName(name as string);
  const { byIndex } = pairs.get(folded) ?? pairs.set(folded, { name: name as string, byIndex: new Map() }).get(folded)!;
  const pair = byIndex.get(index) ?? emptyRaw();
  const isThere = Object.keys(pair).some((other) => foldName(other) === foldName(member as string));
  if (isThere) problems.push({ path: [name as string, index, member as string], code: 'DUPLICATE' });
  else pair[member as string] = value;
  byIndex.set(index, pair);
}
