import { validateSync, ValidateIf } from 'class-validator';
import { Secret } from './secret';

export type Environment = Readonly<Record<string, string | undefined>>;

/** In English and in Portuguese, or the same in both. */
export type Words = string | readonly [english: string, portuguese: string];

/** Settings already read, on which defaults and rules of others depend. */
export interface Known {
  production: boolean;
  databaseUrl: Secret | null;
  host: string;
  port: number;
  baseUrl: string;
  trustedProxies: number;
  maxConnections: number;
  faultTests: boolean;
  /** Of S3 or traces. */
  endpoint: string | null;
}

export interface About<Value> {
  /** Value when it is not given. */
  default?: Value | ((known: Known, isGiven: (name: string) => boolean) => Value);
  /** Text: when it must be given. */
  required?: Words;
  secret?: boolean;
}

interface Kind {
  /** Text: type, unit and bounds. */
  type: string;
  /** Value for the rules. */
  parse?: (text: string) => unknown;
  /** Decorators of class-validator. */
  rules?: readonly PropertyDecorator[];
  /** Converts a valid or default value into the member's value. */
  finish?: (value: never, known: Known) => unknown;
  /** Whether its rules apply when it is not given. */
  when?: (known: Known) => boolean;
}

/** An environment variable, as in the reference. */
export interface Setting {
  name: string;
  type: string;
  fallback: string;
  unset: Words | undefined;
  is: Words;
  secret: boolean;
  required: Words | undefined;
}

interface Declared extends Setting, Kind {
  member: string;
  default: unknown;
}

type SectionClass = abstract new () => object;
const declared = new Map<object, Declared[]>();
const titles = new Map<object, Words>();

export const Section =
  (title: Words) =>
  (section: SectionClass): void =>
    void titles.set(section, title);

/** Declares a member as a setting. */
export function setting<Value>(name: string, about: About<Value>, kind: Kind): PropertyDecorator {
  const { default: value = null, secret = false, required } = about;
  return (section, member) => {
    const others = declared.get(section.constructor) ?? [];
    const fallback = typeof value === 'function' || value === null ? '' : String(value as unknown);
    declared.set(section.constructor, [
      ...others,
      { ...kind, name, member: String(member), fallback, unset: undefined, is: '', secret, required, default: value },
    ]);
    ValidateIf((known: Known, given) => given !== undefined || kind.when?.(known) === true)(section, member);
    for (const rule of kind.rules ?? []) rule(section, member);
  };
}

const withWords =
  (change: (setting: Declared) => void): PropertyDecorator =>
  (section, member) =>
    declared
      .get(section.constructor)
      ?.filter((each) => each.member === member)
      .forEach(change);

/** Purpose of a setting. */
export const Meaning = (english: string, portuguese: string) => withWords((each) => (each.is = [english, portuguese]));
/** Describes the default, where it depends on other settings. */
export const Unset = (english: string, portuguese = english) => withWords((each) => (each.unset = [english, portuguese]));

const isDecided = (value: unknown): value is (known: Known, isGiven: (name: string) => boolean) => unknown => typeof value === 'function';

/** The settings of a class, for the reference. */
export const settingsOf = (section: SectionClass): { title: Words; settings: readonly Setting[] } => ({
  title: titles.get(section) ?? '',
  settings: declared.get(section) ?? [],
});

/** Reads the settings of a class into a copy of `known`; adds errors to `problems`. */
export function read<T extends object>(section: new () => T, env: Environment, known: object, problems: string[]): T {
  const settings = declared.get(section) ?? [];
  const values = Object.assign(new section(), known) as T & Record<string, unknown>;
  const given = (name: string) => env[name]?.trim() || undefined;
  const assign = (member: string, value: unknown) => Object.assign(values, { [member]: value });
  for (const { name, member, parse = String } of settings) {
    const text = given(name);
    assign(member, text === undefined ? undefined : parse(text));
  }
  const errors = validateSync(values, { validationError: { target: false, value: false } });
  problems.push(...new Set(errors.flatMap(({ constraints = {} }) => Object.values(constraints))));
  const wrong = new Set(errors.map(({ property }) => property));
  for (const { member, default: fallback, secret, finish = (finished: unknown) => finished } of settings) {
    const decided = () => (isDecided(fallback) ? fallback(values as unknown as Known, (name) => given(name) !== undefined) : fallback);
    const value = values[member] ?? decided();
    const finished: unknown = wrong.has(member) ? value : finish(value as never, values as unknown as Known);
    assign(member, secret && typeof finished === 'string' ? new Secret(finished) : finished);
  }
  return values;
}
