import { foldName, WrittenNumber } from '#libs/json-ingest';
import type { StagedFile } from '#domain/files/document-file';
import type { FieldPath, FieldProblem, FieldProblemCode, Details } from '#domain/errors';
import { DomainError } from '#domain/errors';
import { isStorable } from '#domain/text';
import type { TimeZone } from '#application/time-zone';
import { splitList } from '../read-query';
import { membersOf, type Class, type WireMember, type WireType } from './old-members';
import { readExtension, readFlag, readGuid, readInteger, readMoment, readWireDay, NO_SUCH_DAY, REFUSED } from '../wire-values';

export interface WireContext {
  timeZone: TimeZone;
  /** The staged file of a member that was lifted out of the body; null: it was refused already; undefined for anything else. */
  fileOf(value: unknown): StagedFile | null | undefined;
  /** Names that an object has twice have been told already. */
  duplicatesTold?: boolean;
  /** Members that could not be read come as null, so that they are not taken for absent. */
  markUnread?: boolean | undefined;
  /** Hears of names that the operation does not know; without it they are refused. */
  ignore?: ((path: FieldPath) => void) | undefined;
}

/** Nobody reads more; a body may hold a million. */
export const MOST_PROBLEMS = 100;

type Raw = Record<string, unknown>;

const byFoldedName = new Map<Class, Map<string, WireMember>>();

function lookup(type: Class): Map<string, WireMember> {
  let found = byFoldedName.get(type);
  if (!found) {
    found = new Map(membersOf(type).map((member) => [foldName(member.name), member]));
    byFoldedName.set(type, found);
  }
  return found;
}

const isObject = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber);

/** A number or a boolean is the text that it was written with. */
function textOf(sent: unknown): string | undefined {
  if (sent instanceof WrittenNumber) return sent.text;
  if (typeof sent === 'number' || typeof sent === 'boolean') return String(sent);
  return typeof sent === 'string' ? sent : undefined;
}

/** Reads untyped input as a DTO: names in any case, types checked, all problems collected (contract §1). */
export class WireReader {
  readonly problems: FieldProblem[] = [];
  /** Members that could not be read so far: also those of which somebody else has told. */
  private faults = 0;

  constructor(private readonly context: WireContext) {}

  object<T extends object>(type: Class<T>, raw: unknown, path: FieldPath = []): T {
    const result = new type();
    if (!isObject(raw) || this.isFile(raw)) {
      this.refuse(path, 'TYPE', { expected: 'object' });
      return result;
    }
    const known = lookup(type);
    const seen = new Map<string, unknown>();
    for (const [name, value] of Object.entries(raw)) {
      if (this.problems.length >= MOST_PROBLEMS) break;
      const member = known.get(foldName(name));
      if (!member) this.unknown([...path, name.trim().slice(0, 100)]);
      else if (!seen.has(member.name)) seen.set(member.name, value);
      else if (!this.context.duplicatesTold) this.refuse([...path, member.name], 'DUPLICATE');
    }
    const before = this.faults;
    for (const member of known.values()) {
      const found = this.faults;
      const value = this.member(member, seen.get(member.name), [...path, member.name]);
      if (value !== undefined) (result as Raw)[member.name] = value;
      else if (this.context.markUnread && this.faults > found) {
        (result as Raw)[member.name] = null;
      }
    }
    // After the most problems nobody knows what could be read.
    if (this.problems.length >= MOST_PROBLEMS) return result;
    const found = type.checkMembers?.(result) ?? [];
    // What members say together is worth hearing only when each can be understood.
    if (this.faults === before) found.push(...(type.check?.(result) ?? []));
    for (const problem of found) this.problems.push({ ...problem, path: [...path, ...problem.path] });
    return result;
  }

  /** A body that is a list of DTOs. */
  list<T extends object>(type: Class<T>, raw: unknown): T[] {
    return (this.value({ kind: 'list', item: { kind: 'object', of: () => type }, max: 1000 }, raw, []) ?? []) as T[];
  }

  finish(): void {
    if (this.problems.length > 0) throw new DomainError('INPUT_INVALID', this.problems);
  }

  private unknown(path: FieldPath): void {
    if (this.context.ignore) this.context.ignore(path);
    else this.refuse(path, 'UNKNOWN');
  }

  private member({ type, required }: WireMember, raw: unknown, path: FieldPath): unknown {
    // Clients send "" where they have nothing to say; only a text may mean it.
    const absent = raw === undefined || raw === null || (raw === '' && type.kind !== 'text');
    // What is no object is not taken for one that says nothing.
    if (this.context.markUnread && type.kind === 'object' && !absent && !isObject(raw))
      return this.refuse(path, 'TYPE', { expected: 'object' });
    if (!absent) return this.value(type, raw, path);
    if (required) this.refuse(path, 'REQUIRED');
    return undefined;
  }

  private value(type: WireType, sent: unknown, path: FieldPath): unknown {
    if (type.kind === 'text') return this.text(type, sent, path);
    const raw = sent instanceof WrittenNumber ? sent.value : sent;
    switch (type.kind) {
      case 'guid':
        return this.checked(readGuid(raw), path, 'guid', raw);
      case 'integer':
        return this.integer(type, raw, path);
      case 'flag':
        return this.checked(readFlag(raw), path, 'flag', raw);
      case 'choice':
        return this.choice(type, raw, path);
      case 'moment':
        return this.checked(readMoment(raw, type.edge, this.context.timeZone), path, 'moment', raw);
      case 'day':
        return this.checked(readWireDay(raw, this.context.timeZone), path, 'day', raw);
      case 'extension':
        return this.checked(readExtension(raw), path, 'extension', raw);
      case 'file':
        return this.file(raw, path);
      case 'object':
        return this.object(type.of(), raw, path);
      case 'map':
        return this.map(type, raw, path);
      case 'list':
        return this.items(type, raw, path);
    }
  }

  private isFile(raw: unknown): boolean {
    return this.context.fileOf(raw) !== undefined;
  }

  private file(raw: unknown, path: FieldPath): StagedFile | undefined {
    const file = this.context.fileOf(raw);
    if (file === undefined) return this.refuse(path, 'TYPE', { expected: 'base64' });
    if (file === null) this.faults++;
    return file ?? undefined;
  }

  private text({ max, allowEmpty }: WireType & { kind: 'text' }, sent: unknown, path: FieldPath): unknown {
    const raw = textOf(sent);
    if (raw === undefined) return this.refuse(path, 'TYPE', { expected: 'text' });
    if (!isStorable(raw)) return this.refuse(path, 'FORMAT', { type: 'text' });
    if (raw.length > 2 * max || [...raw].length > max) return this.refuse(path, 'TOO_LONG', { max });
    if (!allowEmpty && raw.trim() === '') return this.refuse(path, 'REQUIRED');
    return raw;
  }

  private choice({ values }: WireType & { kind: 'choice' }, raw: unknown, path: FieldPath): unknown {
    const wanted = typeof raw === 'string' ? foldName(raw) : raw;
    return values.find((value) => foldName(value) === wanted) ?? this.refuse(path, 'NOT_AN_OPTION', { options: values.join(', ') });
  }

  private integer({ min, max }: WireType & { kind: 'integer' }, raw: unknown, path: FieldPath): unknown {
    const value = this.checked(readInteger(raw), path, 'integer', raw);
    if (typeof value !== 'number') return undefined;
    if (value < min) return this.refuse(path, 'OUT_OF_RANGE', { bound: min, side: 'min' });
    if (value > max) return this.refuse(path, 'OUT_OF_RANGE', { bound: max, side: 'max' });
    return value;
  }

  /** Without a prototype: no name means anything here. */
  private map({ item, max, maxName }: WireType & { kind: 'map' }, raw: unknown, path: FieldPath): unknown {
    if (!isObject(raw) || this.isFile(raw)) return this.refuse(path, 'TYPE', { expected: 'object' });
    const entries = Object.entries(raw);
    if (entries.length > max) return this.refuse(path, 'TOO_LONG', { max });
    const result = Object.create(null) as Raw;
    for (const [name, value] of entries) {
      if (name.length > maxName) this.refuse([...path, name.slice(0, 100)], 'TOO_LONG', { max: maxName });
      else if (!isStorable(name)) this.refuse(path, 'FORMAT', { type: 'text' });
      else if (value !== null) result[name] = this.value(item, value, [...path, name]);
    }
    return result;
  }

  private items({ item, max }: WireType & { kind: 'list' }, raw: unknown, path: FieldPath): unknown {
    // A few ids also come as one text with commas between.
    const list: unknown = item.kind === 'guid' && typeof raw === 'string' ? splitList(raw) : raw;
    if (!Array.isArray(list)) return this.refuse(path, 'TYPE', { expected: 'list' });
    if (list.length > max) return this.refuse(path, 'TOO_LONG', { max });
    // No ids at all would mean "all", which nobody means who computed an empty selection.
    if (list.length === 0 && item.kind === 'guid') return this.refuse(path, 'REQUIRED');
    return list.map((value: unknown, index) => this.value(item, value, [...path, index]));
  }

  private checked(value: unknown, path: FieldPath, expected: string, raw: unknown): unknown {
    if (value === NO_SUCH_DAY) return this.refuse(path, 'DATE_IMPOSSIBLE');
    if (value === REFUSED) return this.refuse(path, typeof raw === 'object' ? 'TYPE' : 'FORMAT', { expected, type: expected });
    return value;
  }

  private refuse(path: FieldPath, code: FieldProblemCode, details?: Details): undefined {
    this.faults++;
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ path, code, ...(details && { details }) });
    return undefined;
  }
}
