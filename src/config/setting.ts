import { validateSync, ValidateIf } from 'class-validator';
import { Secret } from './secret';

export type Environment = Readonly<Record<string, string | undefined>>;

/** In English and in Portuguese, or the same in both. */
export type Words = string | readonly [english: string, portuguese: string];

/** What was read before, on which defaults and rules of other settings depend. */
export interface Known {
  production: boolean;
  databaseUrl: Secret | null;
  host: string;
  port: number;
  baseUrl: string;
  trustedProxies: number;
  maxConnections: number;
  faultTests: boolean;
  /** Of S3 and traces. */
  endpoint: string | null;
}

export interface About<Value> {
  /** What is taken when it is not given. */
  default?: Value | ((known: Known, isGiven: (name: string) => boolean) => Value);
  /** When it must be given, in words. */
  required?: Words;
  secret?: boolean;
}

interface Kind {
  /** Type, unit and bounds, in words. */
  type: string;
  /** As the rules see it. */
  parse?: (text: string) => unknown;
  /** Decorators of class-validator. */
  rules?: readonly PropertyDecorator[];
  /** What the program gets, of what has passed the rules and of the default. */
  finish?: (value: never) => unknown;
  /** Whether its rules are looked at though it is not given. */
  when?: (known: Known) => boolean;
}

/** One name of the environment, as the reference shows it. */
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

/** Makes a member of a class a setting. */
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

/** What a setting is for. */
export const Meaning = (english: string, portuguese: string) => withWords((each) => (each.is = [english, portuguese]));
/** What is taken when it is not given, in words, where that depends on something. */
export const Unset = (english: string, portuguese = english) => withWords((each) => (each.unset = [english, portuguese]));

const isDecided = (value: unknown): value is (known: Known, isGiven: (name: string) => boolean) => unknown => typeof value === 'function';

/** The settings of a class, as the reference shows them. */
export const settingsOf = (section: SectionClass): { title: Words; settings: readonly Setting[] } => ({
  title: titles.get(section) ?? '',
  settings: declared.get(section) ?? [],
});

/** Adds what a class declares to what is known already, and what is wrong with it to the problems. */
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
    const finished: unknown = wrong.has(member) ? value : finish(value as never);
    assign(member, secret && typeof finished === 'string' ? new Secret(finished) : finished);
  }
  return values;
}
