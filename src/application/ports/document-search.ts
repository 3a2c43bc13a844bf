import type { Scope } from '#domain/access/scope';
import type { Day } from '#domain/documents/calendar';
import type { DocumentStatus } from '#domain/documents/document';
import type { DocumentQuery, Position, Total } from './document-query';

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

/** Finds documents and counts them, for searches that number their pages and for those that go on from a cursor. */
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
