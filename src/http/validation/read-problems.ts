import type { ValidationError } from 'class-validator';
import type { FieldPath, FieldProblem, FieldProblemCode, Details } from '#domain/errors';
import { namesNear } from '#domain/near';
import { FLAG, membersOf, type Class, type Member } from './members';
import { faultsOf, type Named } from './member-names';
import type { Refusal } from './rules';

export interface ReadContext {
  /** Duplicate names are already reported. */
  duplicatesTold?: boolean;
  /** Unreadable members become null, so that they do not count as absent. */
  markUnread?: boolean | undefined;
  /** Called with each unknown name, and answers whether it may be ignored; without it unknown names are refused. */
  ignore?: ((path: FieldPath) => boolean) | undefined;
}

/** Bounds the answer: a body may hold a million. */
export const MOST_PROBLEMS = 100;

/** Unknown names that are compared with all known ones. */
const MOST_COMPARED = 10;

type Raw = Record<string, unknown>;
type Errors = ReadonlyMap<string, ValidationError>;

const NO_ERRORS: Errors = new Map();
const byProperty = (errors: ValidationError[] = []): Errors =>
  errors.length === 0 ? NO_ERRORS : new Map(errors.map((error) => [error.property, error]));

/** Broken rules, in the order of the rules. */
const refusalsOf = ({ contexts = {} }: ValidationError) => Object.values(contexts) as Refusal[];

/** Turns class-validator's errors into field problems. */
export class ReadProblems {
  /** Unreadable members so far, also those that were reported elsewhere. */
  private faults = 0;
  private compared = 0;

  /** @param problems known problems, to which new ones are added */
  constructor(
    readonly problems: FieldProblem[],
    private readonly context: ReadContext = {},
  ) {}

  refuse(path: FieldPath, code: FieldProblemCode, details?: Details): void {
    this.faults++;
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ path, code, ...(details && { details }) });
  }

  add(type: Class, sent: Named, read: object, errors: ValidationError[]): void {
    this.settle(type, sent, read as Raw, byProperty(errors), []);
  }

  /** Collects the problems of an object and its nested ones in order of members, and removes unreadable members. */
  private settle(type: Class, sent: Named, read: Raw, errors: Errors, path: FieldPath): void {
    for (const { name, code } of faultsOf(sent)) {
      if (this.problems.length >= MOST_PROBLEMS) break;
      if (code === 'UNKNOWN') this.unknown(type, path, name);
      else if (code === 'ALIAS' || !this.context.duplicatesTold) this.refuse([...path, name], 'DUPLICATE');
    }
    const before = this.faults;
    for (const member of membersOf(type)) {
      const error = errors.get(member.name);
      if (!error && !(member.of && read[member.name])) continue;
      const at = member.name === '' ? path : [...path, member.name];
      const refusal = error && refusalsOf(error).find(({ test }) => !test);
      if (refusal) {
        this.tell(at, refusal);
        if (this.context.markUnread) read[member.name] = null;
        else delete read[member.name];
      } else if (member.of) this.settleNested(member, sent[member.name], read[member.name], byProperty(error?.children), at);
      else if (error) this.settleItems(error, read[member.name] as Raw, at);
    }
    // At the maximum, further problems are unknown.
    if (this.problems.length >= MOST_PROBLEMS) return;
    const found = type.checkMembers?.(read) ?? [];
    // Checks across members need every member to be readable.
    if (this.faults === before) found.push(...(type.check?.(read) ?? []));
    for (const problem of found) this.problems.push({ ...problem, path: [...path, ...problem.path] });
  }

  private settleNested({ of, max }: Member, sent: unknown, read: unknown, errors: Errors, path: FieldPath): void {
    const type = (of as () => Class)();
    if (max === undefined) return this.settle(type, sent as Named, read as Raw, errors, path);
    const [sentItems, items] = [sent as Named[], read as (Raw | undefined)[]];
    items.forEach((item, index) => {
      const error = errors.get(String(index));
      const refusal = error && refusalsOf(error)[0];
      // class-transformer fills gaps.
      if (item === undefined) delete items[index];
      else if (refusal) {
        this.tell([...path, index], refusal);
        items[index] = new type() as Raw;
      } else this.settle(type, sentItems[index] as Named, item, byProperty(error?.children), [...path, index]);
    });
  }

  /** For a list or map of values; an unreadable value is removed from its place. */
  private settleItems(error: ValidationError, items: Raw, path: FieldPath): void {
    const refusals = refusalsOf(error);
    for (const [key, item] of Object.entries(items)) {
      const refusal = refusals.find(({ test }) => !test?.(item, key));
      if (!refusal) continue;
      this.tell([...path, ...(refusal.pathOf?.(key) ?? [Array.isArray(items) ? Number(key) : key])], refusal);
      if (refusal.pathOf) delete items[key];
      else items[key] = undefined;
    }
  }

  private unknown(type: Class, within: FieldPath, name: string): void {
    const path = [...within, name];
    const { ignore } = this.context;
    if (ignore?.(path)) return;
    const names = ignore && path.length === 1 ? [FLAG] : membersOf(type).map((member) => member.name);
    const near = ++this.compared > MOST_COMPARED ? [] : namesNear(name, names);
    this.refuse(path, 'UNKNOWN', near.length > 0 ? { near: near.join(', ') } : undefined);
  }

  private tell(path: FieldPath, { told, code, details }: Refusal): void {
    if (told) this.faults++;
    else this.refuse(path, code, details);
  }
}
