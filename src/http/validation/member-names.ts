import { foldName, WrittenNumber } from '#libs/json-ingest';
import type { StagedFile } from '#domain/files/document-file';
import { membersOf, type Class, type Member } from './members';
import { REFUSED, REFUSED_ALREADY } from './wire-values';

/** A problem with a name of an object. */
export interface NameFault {
  name: string;
  /** `ALIAS`: sent under two of its names. */
  code: 'UNKNOWN' | 'DUPLICATE' | 'ALIAS';
}

const FAULTS = Symbol('name faults');

/** Sent values under the names of their DTO. */
export type Named = Record<string, unknown> & { [FAULTS]: NameFault[] };

export const faultsOf = (named: Named): readonly NameFault[] => named[FAULTS];

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber);

/** Replaces a value that should be an object or a list. */
const NONE = false;
/** The staged file of a body value; null: already refused; undefined: not a file. */
export type FileOf = (value: unknown) => StagedFile | null | undefined;

export const allNamesOf = ({ name, aliases = [] }: Pick<Member, 'name' | 'aliases'>): string[] => [name, ...aliases];

const byFoldedName = new Map<Class, ReadonlyMap<string, Member>>();

function namesOf(type: Class): ReadonlyMap<string, Member> {
  const known =
    byFoldedName.get(type) ??
    new Map(membersOf(type).flatMap((member) => allNamesOf(member).map((name) => [foldName(name), member] as const)));
  byFoldedName.set(type, known);
  return known;
}

/**
 * Maps names as sent (any case, surrounding blanks) to those of the DTO. Copies members of the DTO only, so that names such as
 * `__proto__` have no effect. Leaves out absent values: null where it clears nothing, and "" unless it is a text.
 */
export function named(type: Class, sent: Record<string, unknown>, fileOf: FileOf): Named {
  const known = namesOf(type);
  const values = new Map<Member, { folded: string; value: unknown }>();
  const result = Object.create(null) as Named;
  const faults: NameFault[] = (result[FAULTS] = []);
  for (const [name, value] of Object.entries(sent)) {
    const folded = foldName(name);
    const member = known.get(folded);
    const before = member && values.get(member);
    if (!member) faults.push({ name: name.trim().slice(0, 100), code: 'UNKNOWN' });
    else if (before) faults.push({ name: member.name, code: before.folded === folded ? 'DUPLICATE' : 'ALIAS' });
    else values.set(member, { folded, value });
  }
  // In the order of the DTO: equal requests have one digest (Idempotency-Key).
  for (const member of new Set(known.values())) {
    const value = values.get(member)?.value;
    const isCleared = member.clears === 'or empty' && value === '';
    if (isCleared) result[member.name] = null;
    else if (!isAbsent(member, value)) result[member.name] = forTransformer(member, value, fileOf);
  }
  return result;
}

function isAbsent({ kind, max, clears, filled }: Member, value: unknown): boolean {
  if (value === null) return !clears;
  return value === undefined || (value === '' && !filled && (kind !== 'text' || max !== undefined));
}

/** class-transformer clones objects: only DTOs and lists of them are passed plain, other objects in a function. */
function forTransformer({ of, max, kind }: Member, value: unknown, fileOf: FileOf): unknown {
  const file = fileOf(value);
  if (kind === 'file') return () => (file === null ? REFUSED_ALREADY : (file ?? REFUSED));
  if (kind === 'map' && file !== undefined) return NONE;
  if (!of) return typeof value === 'object' ? () => value : value;
  const ofType = (item: unknown) => (isObject(item) && fileOf(item) === undefined ? named(of(), item, fileOf) : NONE);
  if (max === undefined) return ofType(value);
  // One item above the maximum shows that a list is too long. Gaps are kept.
  return Array.isArray(value) ? Array.from(value.slice(0, max + 1), (item) => (item === undefined ? item : ofType(item))) : NONE;
}

/** The sent value of a member that is no DTO. */
export const sentAs = (value: unknown): unknown => (typeof value === 'function' ? (value as () => unknown)() : value);
