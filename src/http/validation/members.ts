import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsDefined, IsOptional } from 'class-validator';
import type { FieldProblem } from '#domain/errors';
import { refuses } from './rules';

/** Asks for a dry run. */
export const FLAG = 'simular';

/**
 * A DTO. `check` validates members together, once all could be read; `checkMembers` validates single members, of which some may be
 * missing, or null.
 */
export type Class<T extends object = object> = (new () => T) & {
  check?(read: T): FieldProblem[];
  checkMembers?(read: Partial<T>): FieldProblem[];
};

export type Kind = 'text' | 'guid' | 'integer' | 'flag' | 'choice' | 'moment' | 'day' | 'extension' | 'file' | 'map' | 'object';

/** A member's metadata for reading, needed before class-transformer runs. */
export interface Member {
  name: string;
  required: boolean;
  kind: Kind;
  of?: () => Class;
  /** Maximum items of a list. */
  max?: number;
  /** See `Doc`. */
  clears?: boolean | 'or empty';
  filled?: boolean;
  aliases?: readonly string[];
}

const ownMembers = new Map<Class, Member[]>();
const allMembers = new Map<Class, readonly Member[]>();

export interface Doc {
  description: string;
  example?: unknown;
  required?: boolean;
  /** Documents that `null` equals absence; true of every member, but the interface names this one. */
  nullable?: true;
  /** In a change: `null` is a value, and empties what is there; with `or empty` an empty text is `null`. */
  clears?: true | 'or empty';
  /** An empty text is not absent: it is refused. */
  filled?: true;
  /** Other names of the member. */
  aliases?: readonly string[];
}

/** Declares a member: its documentation, then presence, then the other rules. */
export function member(member: Omit<Member, 'name' | 'required'>, doc: Doc, api: ApiPropertyOptions, ...rules: PropertyDecorator[]) {
  const { description, clears = false, nullable = clears !== false, required = false, filled = false, aliases = [], example } = doc;
  const shown = { ...api, description, required, ...(nullable && { nullable }), ...(example !== undefined && { example }) };
  return applyDecorators(
    (target: object, key: string | symbol) => {
      const type = target.constructor as Class;
      ownMembers.set(type, [...(ownMembers.get(type) ?? []), { name: String(key), required, clears, filled, aliases, ...member }]);
    },
    ApiProperty(shown as ApiPropertyOptions),
    required ? IsDefined(refuses('REQUIRED')) : IsOptional(),
    ...rules,
  ) as PropertyDecorator;
}

/** In order of declaration, inherited ones first. */
export function membersOf(type: Class): readonly Member[] {
  const known = allMembers.get(type);
  if (known) return known;
  const parent = Object.getPrototypeOf(type) as Class;
  const members = [...(parent === Function.prototype ? [] : membersOf(parent)), ...(ownMembers.get(type) ?? [])];
  allMembers.set(type, members);
  return members;
}
