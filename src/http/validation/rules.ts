import { ValidateBy, type ValidationOptions } from 'class-validator';
import type { Details, FieldPath, FieldProblemCode } from '#domain/errors';
import { isStorable } from '#domain/text';

/** How a broken rule is reported: the `context` of class-validator. */
export interface Refusal {
  code: FieldProblemCode;
  details?: Details;
  /** Whether an item of a list or map is valid. */
  test?(item: unknown, key: string): boolean;
  /** Path of an entry, for rules about names of a map. */
  pathOf?(name: string): FieldPath;
  /** Already reported elsewhere, under one of these codes. */
  told?: readonly FieldProblemCode[];
}

type Test = (value: unknown) => boolean;

/** class-validator keeps a context only beside a message. */
export const says = (context: Refusal): ValidationOptions => ({ message: context.code, context });
export const refuses = (code: FieldProblemCode, details?: Details) => says({ code, ...(details && { details }) });

export const rule = (name: string, validate: Test, options: ValidationOptions) => ValidateBy({ name, validator: { validate } }, options);

/** A rule for list items: class-validator reports the list, the reader finds the item. */
export const eachRule = (name: string, test: Test, { context, ...options }: ValidationOptions) =>
  rule(name, test, { ...options, context: { ...(context as Refusal), test }, each: true });

export const isText = (value: unknown): value is string => typeof value === 'string';
/** In characters, not UTF-16. */
const isLonger = (text: string, max: number) => text.length > max && (text.length > 2 * max || [...text].length > max);
const ofText = (test: (text: string) => boolean) => (value: unknown) => !isText(value) || test(value);

/** The rules of a text. The first broken one is reported. */
export const textRules = (max: number, allowEmpty: boolean): [name: string, Test, ValidationOptions][] => [
  ['text', isText, refuses('TYPE', { expected: 'text' })],
  ['storable', ofText(isStorable), refuses('FORMAT', { type: 'text' })],
  ['length', ofText((text) => !isLonger(text, max)), refuses('TOO_LONG', { max })],
  ...(allowEmpty
    ? []
    : ([['filled', ofText((text) => text.trim() !== ''), refuses('REQUIRED')]] satisfies [string, Test, ValidationOptions][])),
];
