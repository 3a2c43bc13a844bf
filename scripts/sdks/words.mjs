/** Names as languages write them, and what schemas say in any of them. */
import { nameOf } from '../clients/model.mjs';

export const snake = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

/** A schema without its wrappings: `{ schema, isNullable }`, where `schema` is undefined if it leaves a choice. */
export function plain(given = {}) {
  const types = [given.type].flat();
  const isNullable = given.nullable === true || types.includes('null');
  const choices = given.anyOf ?? given.oneOf ?? (given.allOf?.length === 1 ? given.allOf : undefined);
  if (choices) {
    const others = choices.filter(({ type }) => type !== 'null');
    const inner = others.length === 1 ? plain(others[0]) : { schema: undefined, isNullable: false };
    return { schema: inner.schema, isNullable: isNullable || inner.isNullable || others.length < choices.length };
  }
  const [type, ...more] = types.filter((each) => each !== 'null');
  const told = given.const === undefined ? given.enum : [given.const];
  const values = told && { enum: told.filter((value) => value !== null) };
  return { schema: more.length > 0 ? undefined : { ...given, type, ...values }, isNullable };
}

/** A document for languages that have classes only: what has no members stands where it was named. */
export function withoutAliases(document) {
  const aliases = new Map(Object.entries(document.components.schemas).filter(([, { properties }]) => !properties));
  const inlined = JSON.parse(JSON.stringify(document), (_, value) => {
    const name = value?.$ref?.startsWith('#/components/schemas/') && nameOf(value.$ref);
    return name && aliases.has(name) ? aliases.get(name) : value;
  });
  for (const name of aliases.keys()) delete inlined.components.schemas[name];
  return inlined;
}

/** Groups of operations, in the order of the document. */
export function groupsOf(operations) {
  const groups = {};
  for (const each of operations) (groups[each.group] ??= []).push(each);
  return Object.entries(groups);
}

/** @param method makes one that answers a value, or with `true` one that answers bytes; of an operation may be both */
export const methodsOf = (operations, method) =>
  operations.flatMap((each) => [...(each.answer ? [method(each, false)] : []), ...(each.hasBytes ? [method(each, true)] : [])]);

/** One sentence or more, on lines of their own. */
export const linesOf = (...texts) =>
  texts
    .filter(Boolean)
    .join('\n\n')
    .split('\n')
    .map((line) => line.trim());
