import { Ajv, type ErrorObject, type Options } from 'ajv';
import { readDay } from '#domain/documents/calendar';
import type { ArchiveProblem, DefinitionPath } from '#domain/provisioning/archive-problem';
import { ARCHIVE_SCHEMA } from './archive-schema';
import { RESPONSIBLE } from './workflow-schema';

export interface SchemaProblem extends ArchiveProblem {
  /** What the definition says cannot be made sense of. */
  unreadable: boolean;
}

const WORDS: Record<string, string> = {
  object: 'names with values',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  boolean: 'true or false',
};

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

function toProblem(error: ErrorObject): SchemaProblem {
  const path = error.instancePath.split('/').slice(1).map(unescaped);
  const { keyword, params } = error;
  const told = (message: string, more: DefinitionPath = [], unreadable = false) => ({
    path: [...path, ...more],
    message,
    ofName: more.length > 0,
    unreadable,
  });
  const name = typeof path.at(-1) === 'string' ? `"${path.at(-1)}" ` : 'this ';
  switch (keyword) {
    case 'additionalProperties': {
      const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {}).filter(
        (each) => each !== '$schema',
      );
      return told(`unknown property "${params.additionalProperty}"; known here are ${known.join(', ')}`, [
        String(params.additionalProperty),
      ]);
    }
    case 'required':
      return told(`"${params.missingProperty}" is missing`, [], true);
    case 'dependencies':
      return told(`"${params.missingProperty}" is missing, which "${params.property}" needs`, [String(params.property)]);
    case 'type': {
      const types = [params.type as string | string[]].flat();
      return told(`${name}must be ${types.map((type) => WORDS[type] ?? type).join(' or ')}`, [], true);
    }
    case 'enum':
      return told(`${name}must be one of ${(params.allowedValues as string[]).join(', ')}`);
    case 'maxLength':
      return told(`${name}is too long: at most ${params.limit} characters`);
    case 'minLength':
      return told(`${name}must not be empty`);
    case 'minItems':
      return told(`${name}needs at least ${params.limit} ${params.limit === 1 ? 'item' : 'items'}`);
    case 'maxItems':
      return told(`${name}has more than ${params.limit} items`);
    case 'minimum':
    case 'maximum':
      return told(`${name}must be ${params.comparison} ${params.limit}`);
    case 'uniqueItems':
      return told(`${name}holds the same item twice`);
    case 'format':
      return told(`${name}must be a day of the calendar, like 2026-01-31`);
    case 'pattern':
      return told(`${name}${WRITTEN[path.slice(-2).join('.')] ?? WRITTEN[String(path.at(-1))] ?? 'must not begin or end with a blank'}`);
    case 'anyOf':
      return told(`${name}${ALTERNATIVES[String(path.at(-1))] ?? 'must be a text, or names with values that are allowed here'}`, [], true);
    default:
      return told(`${name}${error.message}`);
  }
}

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

function unescaped(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~');
}
