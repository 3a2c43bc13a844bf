/** Whether what one schema lets through, another one does, too. */

const DEEPEST = 12;
const LIMITS = [
  ['minimum', 1],
  ['maximum', -1],
  ['minLength', 1],
  ['maxLength', -1],
  ['minItems', 1],
  ['maxItems', -1],
];

export function resolve(document, part) {
  if (part?.$ref === undefined) return part;
  return part.$ref
    .slice(2)
    .split('/')
    .reduce((node, name) => node[name], document);
}

/** `allOf` is read as one schema with everything in it. */
function whole(document, given) {
  const schema = resolve(document, given) ?? {};
  if (!schema.allOf) return schema;
  const { allOf, ...own } = schema;
  return allOf
    .map((part) => whole(document, part))
    .reduce(
      (all, part) => ({
        ...all,
        ...part,
        properties: { ...all.properties, ...part.properties },
        required: [...(all.required ?? []), ...(part.required ?? [])],
      }),
      own,
    );
}

function alternatives(document, given) {
  const schema = whole(document, given);
  const choices = schema.oneOf ?? schema.anyOf;
  return choices ? choices.flatMap((choice) => alternatives(document, choice)) : [schema];
}

const typesOf = ({ type }) => (type === undefined ? null : [type].flat());
/** Null alone is a word, too. */
const wordsOf = (schema) => schema.enum ?? ('const' in schema ? [schema.const] : schema.type === 'null' ? [null] : null);
const missingFrom = (list, those) => those.filter((one) => !list.includes(one));

/** Of a set that must not shrink (what may be sent) or must not grow (what may be answered). */
function lost(before, after, direction) {
  if (direction === 'request') return after === null ? [] : before === null ? ['anything'] : missingFrom(after, before);
  return before === null ? [] : after === null ? ['anything'] : missingFrom(before, after);
}

function* breaksOfValues(before, after, direction, what) {
  const verb = direction === 'request' ? 'no longer takes' : 'may now be';
  const types = lost(typesOf(before), typesOf(after), direction);
  if (types.length > 0) yield `${what} ${verb} ${types.join(', ')}`;
  const words = lost(wordsOf(before), wordsOf(after), direction);
  if (words.length > 0) yield `${what} ${verb} ${words.join(', ')}`;
  if (after.format !== before.format && (direction === 'response' ? before : after).format !== undefined)
    yield `${what} had the format ${before.format} and has ${after.format}`;
  if (direction === 'response') return;
  if (after.pattern !== undefined && after.pattern !== before.pattern) yield `${what} must match ${after.pattern} now`;
  for (const [limit, way] of LIMITS) {
    if (after[limit] !== undefined && (before[limit] === undefined || (after[limit] - before[limit]) * way > 0))
      yield `${what} has the ${limit} ${after[limit]} now`;
  }
}

function* breaksOfMembers(documents, before, after, direction, what, depth) {
  const [known, now] = [before.properties ?? {}, after.properties ?? {}];
  for (const [name, schema] of Object.entries(known)) {
    if (now[name]) yield* breaksOfSchema(documents, schema, now[name], direction, `${what}.${name}`, depth + 1);
    else yield `${what}.${name} is gone`;
  }
  const [wasNeeded, isNeeded] = [before.required ?? [], after.required ?? []];
  if (direction === 'request') for (const name of missingFrom(wasNeeded, isNeeded)) yield `${what}.${name} is required now`;
  else for (const name of missingFrom(isNeeded, wasNeeded)) if (now[name]) yield `${what}.${name} may be missing now`;
}

function* breaksOfOne(documents, before, after, direction, what, depth) {
  yield* breaksOfValues(before, after, direction, what);
  yield* breaksOfMembers(documents, before, after, direction, what, depth);
  if (before.items && after.items) yield* breaksOfSchema(documents, before.items, after.items, direction, `${what}[]`, depth + 1);
}

/** Every alternative that may be sent must still be taken; every one that may be answered must have been known. */
export function* breaksOfSchema(documents, before, after, direction, what, depth = 0) {
  if (depth > DEEPEST) return;
  const known = alternatives(documents.before, before);
  const now = alternatives(documents.after, after);
  const compare = (one, other) => [...breaksOfOne(documents, one, other, direction, what, depth)];
  const [asked, offered] = direction === 'request' ? [known, now] : [now, known];
  for (const one of asked) {
    const found = offered.map((other) => (direction === 'request' ? compare(one, other) : compare(other, one)));
    if (!found.some((breaks) => breaks.length === 0)) yield* found.sort((a, b) => a.length - b.length)[0];
  }
}
