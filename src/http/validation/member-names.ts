import { foldName, WrittenNumber } from '#libs/json-ingest';
import type { StagedFile } from '#domain/files/document-file';
import { membersOf, type Class, type Member } from './members';
import { REFUSED, REFUSED_ALREADY } from './wire-values';

/** What is wrong with the names of an object. */
export interface NameFault {
  name: string;
  code: 'UNKNOWN' | 'DUPLICATE';
}

const FAULTS = Symbol('name faults');

/** An object as it was sent, under the names of its DTO. */
export type Named = Record<string, unknown> & { [FAULTS]: NameFault[] };

export const faultsOf = (named: Named): readonly NameFault[] => named[FAULTS];

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber);

/** Stands where an object or a list is wanted and none was sent. */
const NONE = false;
/** The staged file of a member that was lifted out of the body; null: it was refused already; undefined for anything else. */
export type FileOf = (value: unknown) => StagedFile | null | undefined;

const byFoldedName = new Map<Class, ReadonlyMap<string, Member>>();

function namesOf(type: Class): ReadonlyMap<string, Member> {
  const known = byFoldedName.get(type) ?? new Map(membersOf(type).map((member) => [foldName(member.name), member]));
  byFoldedName.set(type, known);
  return known;
}

/**
 * Gives members the names that the DTO has for them: clients write them in any case and with blanks around. Only those of the DTO
 * are taken over, so that no name can mean more than it says; what is absent (null, and "" unless it is a text) is left out.
 */
export function named(type: Class, sent: Record<string, unknown>, fileOf: FileOf): Named {
  const known = namesOf(type);
  const values = new Map<Member, unknown>();
  const result = Object.create(null) as Named;
  const faults: NameFault[] = (result[FAULTS] = []);
  for (const [name, value] of Object.entries(sent)) {
    const member = known.get(foldName(name));
    if (!member) faults.push({ name: name.trim().slice(0, 100), code: 'UNKNOWN' });
    else if (values.has(member)) faults.push({ name: member.name, code: 'DUPLICATE' });
    else values.set(member, value);
  }
  // In the order of the DTO: requests that say the same make equal DTOs (Idempotency-Key).
  for (const member of known.values()) {
    const value = values.get(member);
    const isAbsent = value === undefined || value === null || (value === '' && (member.kind !== 'text' || member.max !== undefined));
    if (!isAbsent) result[member.name] = forTransformer(member, value, fileOf);
  }
  return result;
}

/** class-transformer clones whatever it can walk into: it gets DTOs and lists of them, and all else in a function. */
function forTransformer({ of, max, kind }: Member, value: unknown, fileOf: FileOf): unknown {
  const file = fileOf(value);
  if (kind === 'file') return () => (file === null ? REFUSED_ALREADY : (file ?? REFUSED));
  if (kind === 'map' && file !== undefined) return NONE;
  if (!of) return typeof value === 'object' ? () => value : value;
  const ofType = (item: unknown) => (isObject(item) && fileOf(item) === undefined ? named(of(), item, fileOf) : NONE);
  if (max === undefined) return ofType(value);
  // Of a list that is too long, as much as shows it; a gap in a list stays one.
  return Array.isArray(value) ? Array.from(value.slice(0, max + 1), (item) => (item === undefined ? item : ofType(item))) : NONE;
}

/** What was sent for a member that is no DTO. */
export const sentAs = (value: unknown): unknown => (typeof value === 'function' ? (value as () => unknown)() : value);
