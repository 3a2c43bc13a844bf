import { ValidateBy, type ValidationOptions } from 'class-validator';
import type { Details, FieldPath, FieldProblemCode } from '#domain/errors';
import { isStorable } from '#domain/text';

/** What is said of a member that breaks a rule: the `context` of class-validator. */
export interface Refusal {
  code: FieldProblemCode;
  details?: Details;
  /** Of each item of a list or map: whether it is good. */
  test?(item: unknown, key: string): boolean;
  /** Where in the map that is, of a rule about its names. */
  pathOf?(name: string): FieldPath;
  /** Somebody else has told of it already, under one of these codes. */
  told?: readonly FieldProblemCode[];
}

type Test = (value: unknown) => boolean;

/** class-validator keeps a context only beside a message. */
export const says = (context: Refusal): ValidationOptions => ({ message: context.code, context });
export const refuses = (code: FieldProblemCode, details?: Details) => says({ code, ...(details && { details }) });

export const rule = (name: string, validate: Test, options: ValidationOptions) => ValidateBy({ name, validator: { validate } }, options);

/** Of the items of a list: class-validator says that one is bad, the reader asks which. */
export const eachRule = (name: string, test: Test, { context, ...options }: ValidationOptions) =>
  rule(name, test, { ...options, context: { ...(context as Refusal), test }, each: true });

export const isText = (value: unknown): value is string => typeof value === 'string';
/** Characters, not their halves. */
const isLonger = (text: string, max: number) => text.length > max && (text.length > 2 * max || [...text].length > max);
const ofText = (test: (text: string) => boolean) => (value: unknown) => !isText(value) || test(value);

/** The rules of a text. Of those that are broken the first is told. */
export const textRules = (max: number, allowEmpty: boolean): [name: string, Test, ValidationOptions][] => [
  ['text', isText, refuses('TYPE', { expected: 'text' })],
  ['storable', ofText(isStorable), refuses('FORMAT', { type: 'text' })],
  ['length', ofText((text) => !isLonger(text, max)), refuses('TOO_LONG', { max })],
  ...(allowEmpty
    ? []
    : ([['filled', ofText((text) => text.trim() !== ''), refuses('REQUIRED')]] satisfies [string, Test, ValidationOptions][])),
];
