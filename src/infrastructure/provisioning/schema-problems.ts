import { Ajv, type ErrorObject, type Options } from 'ajv';
import { readDay } from '#domain/documents/calendar';
import type { ArchiveProblem, DefinitionPath } from '#domain/provisioning/archive-problem';
import { ARCHIVE_SCHEMA } from './archive-schema';
import { RESPONSIBLE } from './workflow-schema';

export interface SchemaProblem extends ArchiveProblem {
  /** What the definition says cannot be made sense of. */
  unreadable: boolean;
}

const OPTIONS: Options = {
  allErrors: true,
  verbose: true,
  strict: true,
  allowUnionTypes: true,
  unicodeRegExp: true,
  formats: { date: (written: string) => readDay(written) === written },
};

const compiled: { check?: ReturnType<Ajv['compile']> } = {};

/** All that the schema has to say against a definition, in plain words. */
export function schemaProblems(value: unknown): SchemaProblem[] {
  compiled.check ??= new Ajv(OPTIONS).compile(ARCHIVE_SCHEMA);
  if (compiled.check(value)) return [];
  const errors = compiled.check.errors ?? [];
  // Of alternatives each says why it is not the one; the last to speak sums up.
  const summed = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ schemaPath, instancePath }) => ({ schemaPath, instancePath }));
  return errors
    .filter(({ keyword, schemaPath, instancePath }) => {
      if (keyword === 'anyOf') return true;
      return !summed.some((sum) => schemaPath.startsWith(`${sum.schemaPath}/`) && instancePath.startsWith(sum.instancePath));
    })
    .map(toProblem);
}

/** Of a definition that breaks one of these, no sense can be made. */
const UNREADABLE = new Set(['required', 'type', 'anyOf']);

function toProblem(error: ErrorObject): SchemaProblem {
  const { keyword, params, instancePath } = error;
  const path = instancePath.split('/').slice(1).map(unescaped);
  const unreadable = UNREADABLE.has(keyword);
  const told = (step: unknown, message: string) => ({ path: [...path, String(step)], message, ofName: true, unreadable });
  if (keyword === 'additionalProperties') {
    const { properties = {} } = error.parentSchema as { properties?: object };
    const known = Object.keys(properties).filter((each) => each !== '$schema');
    return told(params.additionalProperty, `unknown property "${params.additionalProperty}"; known here are ${known.join(', ')}`);
  }
  if (keyword === 'dependencies') return told(params.property, `"${params.missingProperty}" is missing, which "${params.property}" needs`);
  if (keyword === 'required') return { path, message: `"${params.missingProperty}" is missing`, unreadable };
  const name = typeof path.at(-1) === 'string' ? `"${path.at(-1)}"` : 'this';
  return { path, message: `${name} ${SAYS[keyword]?.(params, path) ?? error.message}`, unreadable };
}

const WORDS: Record<string, string> = {
  object: 'names with values',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  boolean: 'true or false',
};

const WRITTEN: Record<string, string> = {
  id: 'must be a GUID in lower case',
  email: 'must be an e-mail address',
  ...Object.fromEntries(['quantity', 'price', 'discount'].map((name) => [name, 'must be a number like 150 or 0.0525'])),
  passwordHash: 'must be an Argon2 hash, as export writes it',
  'workingTime.from': 'must be a time of the day, like 08:00',
  'workingTime.until': 'must be a time of the day, like 18:00',
};

const ALTERNATIVES: Record<string, string> = {
  responsible: `must be one of ${RESPONSIBLE.join(', ')}, or { user: <login> }, or { group: [<logins>] }`,
};

/** What a value that breaks a keyword is told after its name. */
const SAYS: Record<string, (params: ErrorObject['params'], path: DefinitionPath) => string> = {
  type: ({ type }) =>
    `must be ${[type as string | string[]]
      .flat()
      .map((each) => WORDS[each] ?? each)
      .join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as string[]).join(', ')}`,
  maxLength: ({ limit }) => `is too long: at most ${limit} characters`,
  minLength: () => 'must not be empty',
  minItems: ({ limit }) => `needs at least ${limit} ${limit === 1 ? 'item' : 'items'}`,
  maxItems: ({ limit }) => `has more than ${limit} items`,
  uniqueItems: () => 'holds the same item twice',
  format: () => 'must be a day of the calendar, like 2026-01-31',
  pattern: (_, path) => WRITTEN[path.slice(-2).join('.')] ?? WRITTEN[String(path.at(-1))] ?? 'must not begin or end with a blank',
  anyOf: (_, path) => ALTERNATIVES[String(path.at(-1))] ?? 'must be a text, or names with values that are allowed here',
};

function unescaped(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~');
}
