import type { Scope } from '#domain/access/scope';
import type { TextWord } from '#domain/documents/text-query';
import type { Filter, Order, Scalar, States } from '#domain/documents/filter';
import type { FoundDocument } from './document-search';

/** What is wanted, in which order, and where. */
export interface Wanted {
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

export interface Slice {
  documents: FoundDocument[];
  /** Where the next page begins; null: at the end. */
  next: Position | null;
  /** False: the work of one call was used up before the page was full. */
  isComplete: boolean;
}

/** How many documents there are: exactly, or at least so many. */
export interface Total {
  value: number;
  isExact: boolean;
}

/** Very many documents have these words, and no other condition is rare. */
export class TextTooFrequent extends Error {}

/** Read model of typed searches (ADR 0039). */
export abstract class DocumentFinder {
  /** Rejects with `TextTooFrequent`. */
  abstract page(scope: Scope, wanted: Wanted, limit: number, after: Position | null): Promise<Slice>;
  abstract count(scope: Scope, wanted: Wanted, most: number): Promise<Total>;
}
