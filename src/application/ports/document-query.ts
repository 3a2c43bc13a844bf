import type { TextWord } from '#domain/documents/text-query';
import type { Filter, Order, Scalar, States } from '#domain/documents/filter';
import type { Scope } from '#domain/access/scope';

/** What is asked of the documents of a scope, in which order, and where: numbered pages and typed searches ask the same. */
export interface DocumentQuery {
  filter: Filter;
  states: States;
  order: Order;
  /** Words of the text of files, and the scope of whoever may read these; absent: any text, or none. */
  text?: { words: readonly TextWord[]; scope: Scope };
  /** Levels within the scope; absent: all of them. */
  nodeCodes?: readonly number[];
}

/** A place in an order: behind this document, or where it stood. */
export interface Position {
  /** Documents without a value to be ordered by come last, by their codes. */
  key: Scalar | null;
  code: number;
}

/** How many documents there are: exactly, or at least so many. */
export interface Total {
  value: number;
  isExact: boolean;
}

/** Very many documents have these words, and no other condition is rare. */
export class TextTooFrequent extends Error {}
