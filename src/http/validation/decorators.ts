import type { FieldProblem } from '#domain/errors';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

/** How one member of a request is read. */
export type WireType =
  | { kind: 'text'; max: number; allowEmpty: boolean }
  | { kind: 'guid' }
  | { kind: 'integer'; min: number; max: number }
  | { kind: 'flag' }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'moment'; edge: 'start' | 'end' }
  | { kind: 'day' }
  | { kind: 'file' }
  | { kind: 'extension' }
  | { kind: 'object'; of: () => Class }
  | { kind: 'map'; item: WireType; max: number; maxName: number }
  | { kind: 'list'; item: WireType; max: number };

/**
 * A DTO. `check` finds what no member shows by itself, once all of them could be read; `checkMembers` what one shows without the
 * others, of which some may be missing, or null.
 */
export type Class<T extends object = object> = (new () => T) & {
  check?(read: T): FieldProblem[];
  checkMembers?(read: Partial<T>): FieldProblem[];
};

/** A member of a request that may not have been read (`joint`): then it is null. */
export const readable = <T>(value: T): NonNullable<T> | null => value ?? null;
/** It was sent, and could not be read. */
export const isUnread = (value: unknown): boolean => value === null;

export interface WireMember {
  name: string;
  type: WireType;
  required: boolean;
}

/** What a member's documentation says. */
interface Doc {
  description: string;
  example?: unknown;
  required?: boolean;
  /** `null` says the same as leaving it out: of every member, but the interface says so of this one. */
  nullable?: true;
}

const members = new Map<Class, WireMember[]>();

export function membersOf(type: Class): readonly WireMember[] {
  const own = members.get(type) ?? [];
  const parent = Object.getPrototypeOf(type) as Class | null;
  return parent && parent !== Function.prototype ? [...membersOf(parent), ...own] : own;
}

function member(type: WireType, doc: Doc, api: ApiPropertyOptions): PropertyDecorator {
  return (target, key) => {
    const owner = target.constructor as Class;
    const required = doc.required ?? false;
    members.set(owner, [...(members.get(owner) ?? []), { name: String(key), type, required }]);
    const { description, nullable } = doc;
    const shown = {
      ...api,
      description,
      required,
      ...(nullable && { nullable }),
      ...(doc.example !== undefined && { example: doc.example }),
    };
    ApiProperty(shown as ApiPropertyOptions)(target, key);
  };
}

/** A string. `max` counts characters. */
export const Text = (doc: Doc & { max?: number; allowEmpty?: boolean }) => {
  const [max, allowEmpty] = [doc.max ?? 4000, doc.allowEmpty ?? false];
  return member({ kind: 'text', max, allowEmpty }, doc, { type: String, maxLength: max, ...(!allowEmpty && { minLength: 1 }) });
};

/** Any case, with or without braces; given on in lower case. */
export const Guid = (doc: Doc) => member({ kind: 'guid' }, doc, { type: String, format: 'uuid' });

export const Integer = (doc: Doc & { min?: number; max?: number }) => {
  const [min, max] = [doc.min ?? 0, doc.max ?? Number.MAX_SAFE_INTEGER];
  return member({ kind: 'integer', min, max }, doc, { type: 'integer', format: 'int64', minimum: min, maximum: max });
};

/** `true`/`false` in any case, `1`/`0`, as such or as text; nothing else. */
export const Flag = (doc: Doc) => member({ kind: 'flag' }, doc, { type: Boolean });

/** One of these words, in any case. */
export const Choice = (values: readonly string[], doc: Doc) => member({ kind: 'choice', values }, doc, { type: String, enum: [...values] });

/** A day, which stands for its start or its end in the service's time zone, or a point in time. */
export const Moment = (edge: 'start' | 'end', doc: Doc) => member({ kind: 'moment', edge }, doc, { type: String });

/** A day of the calendar. */
export const CalendarDay = (doc: Doc) => member({ kind: 'day' }, doc, { type: String });

/** With or without a dot, any case; given on in lower case without one. */
export const Extension = (doc: Doc) => member({ kind: 'extension' }, doc, { type: String, maxLength: 21 });

/** Base64, streamed into the file store while the body is read. */
export const FileContent = (doc: Doc) => member({ kind: 'file' }, doc, { type: String, format: 'byte' });

/** Texts under names that the client chooses; they are given on as they were sent. */
export const TextMap = (doc: Doc & { max?: number }) =>
  member({ kind: 'map', item: { kind: 'text', max: 4000, allowEmpty: true }, max: doc.max ?? 1000, maxName: 250 }, doc, {
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 4000 },
  } as ApiPropertyOptions);

export const ListOf = (of: () => Class, doc: Doc & { max?: number }) =>
  member({ kind: 'list', item: { kind: 'object', of }, max: doc.max ?? 1000 }, doc, { type: () => [of()], maxItems: doc.max ?? 1000 });

/** Strings, empty ones too. `max` counts them, `maxText` the characters of each. */
export const TextList = (doc: Doc & { max?: number; maxText?: number }) =>
  member({ kind: 'list', item: { kind: 'text', max: doc.maxText ?? 250, allowEmpty: true }, max: doc.max ?? 1000 }, doc, {
    type: 'array',
    items: { type: 'string', maxLength: doc.maxText ?? 250 },
    maxItems: doc.max ?? 1000,
  });

export const GuidList = (doc: Doc & { max?: number }) =>
  member({ kind: 'list', item: { kind: 'guid' }, max: doc.max ?? 1000 }, doc, {
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    minItems: 1,
    maxItems: doc.max ?? 1000,
  });

/** Another DTO. */
export const ObjectOf = (of: () => Class, doc: Doc) => member({ kind: 'object', of }, doc, { type: () => of() });
