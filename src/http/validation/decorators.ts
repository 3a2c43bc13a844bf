import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type, type ClassTransformOptions } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsDate,
  IsIn,
  Matches,
  Max,
  Min,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import { foldName } from '#libs/json-ingest';
import { LONGEST_VALUE } from '#domain/documents/field-value';
import { SentNumber } from '#domain/documents/sent-value';
import { isStorable } from '#domain/text';
import type { TimeZone } from '#application/support/time-zone';
import { member, type Class, type Doc } from './members';
import { splitList } from './read-query';
import { isObject, sentAs } from './member-names';
import { eachRule, isText, refuses, rule, says, textRules, type Refusal } from './rules';
import {
  converted,
  DAY,
  GUID,
  NO_SUCH_DAY,
  readExtension,
  readFlag,
  readGuid,
  readInteger,
  readMoment,
  readWireDay,
  REFUSED,
  REFUSED_ALREADY,
  textOf,
  valueOf,
} from './wire-values';

export type { Class } from './members';
/** A member of a `joint` request; null when it could not be read. */
export const readable = <T>(value: T): NonNullable<T> | null => value ?? null;
/** Sent, but unreadable. */
export const isUnread = (value: unknown): boolean => value === null;

export interface ReadOptions extends ClassTransformOptions {
  timeZone: TimeZone;
}

const reads = (read: (sent: unknown, options: ReadOptions) => unknown) =>
  Transform(({ value, options }) => converted(sentAs(value), (sent) => read(sent, options as ReadOptions)));

const isNoObject = (value: unknown) => typeof value !== 'object' || value instanceof Date;

/** For values read from text: an object or a list has the wrong type. */
const typed = (expected: string, isRead: (options: ValidationOptions) => PropertyDecorator) => [
  rule('type', isNoObject, refuses('TYPE', { expected, type: expected })),
  isRead(refuses('FORMAT', { expected, type: expected })),
];

/** What the reference says of a text that its DTO or the use case checks. */
interface Form {
  format?: 'uri' | 'email';
  pattern?: RegExp;
}
const formOf = ({ format, pattern }: Form) => ({ ...(format && { format }), ...(pattern && { pattern: pattern.source }) });

/** A string. `max` counts characters. */
export const Text = (doc: Doc & Form & { max?: number; allowEmpty?: boolean }, ...others: PropertyDecorator[]) => {
  const { max = 4000, allowEmpty = false } = doc;
  return member(
    { kind: 'text' },
    doc,
    { type: String, maxLength: max, ...(!allowEmpty && { minLength: 1 }), ...formOf(doc) },
    Transform(({ value }) => textOf(sentAs(value))),
    ...textRules(max, allowEmpty).map((each) => rule(...each)),
    ...others,
  );
};

const MEDIA_TYPE = /^[^\s/;]+\/[^\s/;]+\s*(?:;|$)/;
const MEDIA_TYPE_OR_NONE = new RegExp(`^$|${MEDIA_TYPE.source}`);
const isMediaType = (value: unknown) => !isText(value) || value.trim() === '' || MEDIA_TYPE.test(value.trim());

/** Of a file; its extension decides how it is served. */
export const MediaType = (doc: Doc) =>
  Text(
    { ...doc, max: 250, allowEmpty: !doc.required, pattern: doc.required ? MEDIA_TYPE : MEDIA_TYPE_OR_NONE },
    rule('mediaType', isMediaType, refuses('FORMAT', { type: 'media-type' })),
  );

const writingOf = (value: unknown) => (value instanceof SentNumber ? value.text : value);
/** The rules of a text, for the writing of a value. */
const valueRules = (max: number, allowEmpty: boolean) =>
  textRules(max, allowEmpty).map(([name, test, says]) => [name, (value: unknown) => test(writingOf(value)), says] as const);

/** A value of an indexer field: a `SentValue`. */
export const Value = (doc: Doc & { allowEmpty?: boolean }) => {
  const { allowEmpty = false } = doc;
  return member(
    { kind: 'text' },
    doc,
    { type: String, maxLength: LONGEST_VALUE, ...(!allowEmpty && { minLength: 1 }) },
    Transform(({ value }) => valueOf(sentAs(value))),
    ...valueRules(LONGEST_VALUE, allowEmpty).map((each) => rule(...each)),
  );
};

/** Any case, braces optional; normalised to lower case. */
export const Guid = (doc: Doc) =>
  member({ kind: 'guid' }, doc, { type: String, format: 'uuid' }, reads(readGuid), ...typed('guid', (says) => Matches(GUID, says)));

export const Integer = (doc: Doc & { min?: number; max?: number }) => {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = doc;
  return member(
    { kind: 'integer' },
    doc,
    { type: 'integer', format: 'int64', minimum: min, maximum: max },
    reads(readInteger),
    ...typed('integer', (says) => rule('integer', Number.isSafeInteger, says)),
    Min(min, refuses('OUT_OF_RANGE', { bound: min, side: 'min' })),
    Max(max, refuses('OUT_OF_RANGE', { bound: max, side: 'max' })),
  );
};

/** `true`/`false` in any case, `1`/`0`, as such or as text; nothing else. */
export const Flag = (doc: Doc) => member({ kind: 'flag' }, doc, { type: Boolean }, reads(readFlag), ...typed('flag', IsBoolean));

/** One of these words, in any case. */
export const Choice = (values: readonly string[], doc: Doc) =>
  member(
    { kind: 'choice' },
    doc,
    { type: String, enum: [...values] },
    reads((sent) => (isText(sent) ? values.find((value) => foldName(value) === foldName(sent)) : undefined) ?? REFUSED),
    IsIn(values, refuses('NOT_AN_OPTION', { options: values.join(', ') })),
  );

const existing = rule('existing', (value) => value !== NO_SUCH_DAY, refuses('DATE_IMPOSSIBLE'));

/** A point in time, or a day: its start or end in the service's time zone. */
export const Moment = (edge: 'start' | 'end', doc: Doc) =>
  member(
    { kind: 'moment' },
    doc,
    { type: String },
    reads((sent, { timeZone }) => readMoment(sent, edge, timeZone)),
    existing,
    ...typed('moment', IsDate),
  );

/** A day of the calendar. */
export const CalendarDay = (doc: Doc) =>
  member(
    { kind: 'day' },
    doc,
    { type: String },
    reads((sent, { timeZone }) => readWireDay(sent, timeZone)),
    existing,
    ...typed('day', (says) => Matches(DAY, says)),
  );

/** Any case, dot optional; normalised to lower case without a dot. */
export const Extension = (doc: Doc) =>
  member(
    { kind: 'extension' },
    doc,
    { type: String, maxLength: 21 },
    reads(readExtension),
    ...typed('extension', (says) => rule('extension', (value) => readExtension(value) === value, says)),
  );

/** Base64, streamed into the file store while the body is read; the member holds the staged file. */
export const FileContent = (doc: Doc) =>
  member(
    { kind: 'file' },
    doc,
    { type: String, format: 'byte' },
    Transform(({ value }) => sentAs(value)),
    rule('readable', (value) => value !== REFUSED_ALREADY, { message: 'told', context: { told: ['BASE64', 'BASE64_EMPTY'] } }),
    rule('file', (value) => value !== REFUSED, refuses('TYPE', { expected: 'base64' })),
  );

const LONGEST_NAME = 250;
const isName = (name: string) => name.length <= LONGEST_NAME && isStorable(name);
const isMap = (value: unknown) => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;
const entriesOf = (value: unknown) => Object.entries(value ?? {}) as [string, unknown][];

/** Without a prototype: no name has a special meaning. */
function mapOf(sent: Record<string, unknown>, max: number): unknown {
  const entries = entriesOf(sent);
  const map = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of entries) if (entries.length > max || value !== null || !isName(name)) map[name] = valueOf(value);
  return map;
}

/** Values of indexer fields under their labels, kept as sent. */
export const ValueMap = (doc: Doc & { max?: number }) => {
  const { max = 1000 } = doc;
  const ofEntries = (name: string, test: (item: unknown, name: string) => boolean, context: Refusal) =>
    rule(name, (value) => entriesOf(value).every(([key, item]) => test(item, key)), says({ ...context, test }));
  return member(
    { kind: 'map' },
    doc,
    { type: 'object', additionalProperties: { type: 'string', maxLength: LONGEST_VALUE } } as ApiPropertyOptions,
    Transform(({ value }) => {
      const sent = sentAs(value);
      return isObject(sent) ? mapOf(sent, max) : sent;
    }),
    rule('map', isMap, refuses('TYPE', { expected: 'object' })),
    rule('size', (value) => entriesOf(value).length <= max, refuses('TOO_LONG', { max })),
    ofEntries('nameLength', (_, name) => name.length <= LONGEST_NAME, {
      code: 'TOO_LONG',
      details: { max: LONGEST_NAME },
      pathOf: (name) => [name.slice(0, 100)],
    }),
    ofEntries('nameStorable', (_, name) => isStorable(name), { code: 'FORMAT', details: { type: 'text' }, pathOf: () => [] }),
    ...valueRules(LONGEST_VALUE, true).map(([name, test, { context }]) => ofEntries(name, test, context as Refusal)),
  );
};

const listed = (max: number) => [IsArray(refuses('TYPE', { expected: 'list' })), ArrayMaxSize(max, refuses('TOO_LONG', { max }))];

export const ListOf = (of: () => Class, doc: Doc & { max?: number }) => {
  const { max = 1000 } = doc;
  return member(
    { kind: 'object', of, max },
    doc,
    { type: () => [of()], maxItems: max },
    Type(of),
    ...listed(max),
    ValidateNested({ ...refuses('TYPE', { expected: 'object' }), each: true }),
  );
};

const listOf = (doc: Doc, max: number, maxText: number, read: (item: unknown) => unknown) =>
  member(
    { kind: 'text', max },
    doc,
    { type: 'array', items: { type: 'string', maxLength: maxText }, maxItems: max },
    Transform(({ value }) => {
      const sent = sentAs(value);
      return Array.isArray(sent) ? sent.map(read) : sent;
    }),
    ...listed(max),
    ...valueRules(maxText, true).map((each) => eachRule(...each)),
  );

/** Strings, empty ones too. `max` counts them, `maxText` the characters of each. */
export const TextList = ({ max = 1000, maxText = 250, ...doc }: Doc & { max?: number; maxText?: number }) =>
  listOf(doc, max, maxText, textOf);

/** Values of indexer fields. */
export const ValueList = ({ max = 1000, ...doc }: Doc & { max?: number }) => listOf(doc, max, LONGEST_VALUE, valueOf);

const GUID_WANTED = { expected: 'guid', type: 'guid' };
/** Ids may also come as one comma-separated text. */
const idsOf = (sent: unknown): unknown => (isText(sent) ? splitList(sent) : sent);

export const GuidList = (doc: Doc & { max?: number }) => {
  const { max = 1000 } = doc;
  return member(
    { kind: 'guid', max },
    doc,
    { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: max },
    Transform(({ value }) => {
      const sent = idsOf(sentAs(value));
      return Array.isArray(sent) ? sent.map((item) => converted(item, readGuid)) : sent;
    }),
    ...listed(max),
    // An empty list would mean "all", but a computed empty selection means none.
    ArrayNotEmpty(refuses('REQUIRED')),
    eachRule('type', isNoObject, refuses('TYPE', GUID_WANTED)),
    eachRule('guid', (item) => isText(item) && GUID.test(item), refuses('FORMAT', GUID_WANTED)),
  );
};

/** Nested DTO. */
export const ObjectOf = (of: () => Class, doc: Doc) =>
  member({ kind: 'object', of }, doc, { type: () => of() }, Type(of), ValidateNested(refuses('TYPE', { expected: 'object' })));
