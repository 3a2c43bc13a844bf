import { DOCUMENT_STATUS } from './document';

/** What a search asks for, independent of names: fields and members of documents are resolved, values are keys. */
export type Scalar = string | number;

/** Both ends included; keys of one type sort as their values. */
export interface Span {
  from: Scalar;
  until: Scalar;
}

/** Open at an end that is not given. */
export interface Range {
  from?: Scalar;
  above?: Scalar;
  until?: Scalar;
  below?: Scalar;
}

/** A condition on one value; a value that is not there meets none. */
export type Test =
  | { among: readonly Scalar[] }
  | { within: readonly Range[] }
  | { prefix: string }
  /** Each of them begins a word of the value. */
  | { words: readonly string[] }
  | { filled: true };

export interface FieldTest {
  fieldCode: number;
  test: Test;
}

/** What documents have besides their indexer fields. */
export const MEMBERS = ['code', 'created', 'due', 'status', 'creator', 'unit', 'box', 'boxType', 'externalKey', 'files', 'level'] as const;
export type Member = (typeof MEMBERS)[number];

export type Filter =
  | { all: readonly Filter[] }
  | { any: readonly Filter[] }
  | { not: Filter }
  /** One of the fields of that name holds such a value. */
  | { fields: readonly FieldTest[] }
  | { member: Member; test: Test };

/** Deleted documents are found only where the filter names their status. */
export type States = 'live' | 'deleted' | 'both';

export interface Order {
  /** Fields of one name and type. Documents without any of them come last, newest first. */
  by: 'code' | 'created' | 'due' | readonly number[];
  descending: boolean;
}

/** Bounds of a filter, published by the service. */
export const FILTER_LIMITS = {
  depth: 4,
  conditions: 40,
  valuesOfOne: 200,
  values: 400,
  fields: 20,
  /** SQLite takes 32,766 parameters; a test may be in a statement four times. */
  tests: 6000,
  columns: 50,
  orderFields: 16,
} as const;

/** The conditions that all must hold, those of nested groups too. */
export function conjunctsOf(filter: Filter): readonly Filter[] {
  return 'all' in filter ? filter.all.flatMap(conjunctsOf) : [filter];
}

/** Which documents a filter asks for: deleted ones where a condition on the status names theirs, and alone where it must be theirs. */
export function statesOf(filter: Filter): States {
  const isOfDeleted = (each: Filter) => isOfStatus(each) && each.test.among.every((status) => status === DOCUMENT_STATUS.deleted);
  if (conjunctsOf(filter).some(isOfDeleted)) return 'deleted';
  return namesDeleted(filter) ? 'both' : 'live';
}

type OfStatus = { member: 'status'; test: { among: readonly Scalar[] } };
const isOfStatus = (filter: Filter): filter is OfStatus => 'member' in filter && filter.member === 'status' && 'among' in filter.test;

function namesDeleted(filter: Filter, isWanted = true): boolean {
  if ('all' in filter) return filter.all.some((each) => namesDeleted(each, isWanted));
  if ('any' in filter) return filter.any.some((each) => namesDeleted(each, isWanted));
  if ('not' in filter) return namesDeleted(filter.not, !isWanted);
  return isWanted && isOfStatus(filter) && filter.test.among.includes(DOCUMENT_STATUS.deleted);
}
