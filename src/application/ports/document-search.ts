import type { TextWord } from '#domain/documents/text-query';
import type { Filter, Order, Scalar, States } from '#domain/documents/filter';
import type { Scope } from '#domain/access/scope';
import type { Day } from '#domain/documents/calendar';
import type { DocumentStatus } from '#domain/documents/document';

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

export interface BoxNumbers {
  code: number;
  provisional: string | null;
}

export interface FoundDocument {
  id: string;
  code: number;
  nodeCode: number;
  clientId: string;
  status: DocumentStatus;
  version: number;
  /** For a document in a sub-box: the outer box. */
  box: BoxNumbers | null;
  subBox: BoxNumbers | null;
  boxNumberedBy: 'client' | 'unit' | null;
  dueDay: Day | null;
  createdAt: Date;
  fileCount: number;
  /** Displayed texts by field code, of custom and list fields. */
  values: ReadonlyMap<number, string>;
}

export interface Slice {
  documents: FoundDocument[];
  /** Where the next page begins; null: at the end. */
  next: Position | null;
  /** False: the work of one call was used up before the page was full. */
  isComplete: boolean;
}

/**
 * Finds documents and counts them, for searches that number their pages and for those that go on from a cursor.
 *
 * @example const { documents } = await finder.page(scope, wanted, SHOWN, null);
 */
export abstract class DocumentSearch {
  /** Behind the position; rejects with `TextTooFrequent`. */
  abstract page(scope: Scope, query: DocumentQuery, limit: number, after: Position | null): Promise<Slice>;
  /** Up to the most; rejects with `TextTooFrequent`. */
  abstract count(scope: Scope, query: DocumentQuery, most: number): Promise<Total>;
  /** The whole of one page of a query that asks for the newest first, and for no words; `page` counts from 1. */
  abstract numbered(scope: Scope, query: DocumentQuery, page: number, pageSize: number): Promise<FoundDocument[]>;
  /** All that there are of such a query. */
  abstract total(scope: Scope, query: DocumentQuery): Promise<number>;
}

/** Pages of a file, one after the other. */
export interface FoundText {
  /** Of the document. */
  code: number;
  fileId: string;
  firstPage: number;
  pages: () => Promise<readonly string[]>;
}

/**
 * What a search by the text of files tells besides documents; the scope is that of whoever may read the files.
 *
 * @example await texts.pending(scope);
 */
export abstract class FoundTexts {
  /** Of the files of these documents that have one of the wanted words, in their order: the first parts of each document's. */
  abstract of(scope: Scope, codes: readonly number[], words: readonly TextWord[]): Promise<FoundText[]>;
  /** Files that are still to be read, so that some may not be found; null: the client has too many to look through. */
  abstract pending(scope: Scope): Promise<number | null>;
}
