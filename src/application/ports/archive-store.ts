import type { ArchiveImage } from '#domain/archive/archive-image';
import type { Difference } from '#domain/archive/differences';

/** What may stand in the way of a removal. */
export type Use =
  | 'documents of unit'
  | 'documents of client'
  | 'documents of level'
  | 'documents in box'
  | 'values of field'
  | 'rows of list'
  | 'bills of contract'
  | 'paid initial package of service'
  | 'documents with rows of list'
  | 'flows of workflow';

export interface StoredRow {
  code: number;
  id: string;
  /** Joined keys of its key fields. */
  key: string;
  /** Texts of its cells by field id. */
  texts: ReadonlyMap<string, string>;
}

export interface RowCell {
  fieldId: string;
  text: string;
  key: string;
}

export interface NewRow {
  id: string;
  key: string;
  cells: readonly RowCell[];
}

export interface ChangedRow {
  code: number;
  cells: readonly RowCell[];
  /** Ids of fields that lose their value. */
  cleared: readonly string[];
}

export interface RowChanges {
  listId: string;
  added: readonly NewRow[];
  changed: readonly ChangedRow[];
  /** Codes. */
  removed: readonly number[];
}

export interface OtherRow {
  code: number;
  id: string;
  hasDocuments: boolean;
}

/** The organisation of the whole archive, for operators: no tenant's scope bounds it. All of it belongs into one transaction. */
export abstract class ArchiveStore {
  /** Rejects, in one sentence, when the database has not been brought to the version of this program. */
  abstract ready(): Promise<void>;
  /** Locks out other `apply` runs until the transaction ends. */
  abstract lock(): Promise<void>;
  abstract read(): Promise<ArchiveImage>;
  /** Of these things, those in use. */
  abstract inUse(use: Use, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Of these units of a client, those with documents of the client. */
  abstract unitsWithDocumentsOf(clientId: string, unitIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether documents at one of these levels point at a row of the list. */
  abstract isLinked(listId: string, levelIds: readonly string[]): Promise<boolean>;
  abstract rowsByKey(listId: string, keys: readonly string[]): Promise<StoredRow[]>;
  /** The rows of a list whose keys are not among these. */
  abstract otherRows(listId: string, keys: Iterable<string>): Promise<OtherRow[]>;
  /** In the order in which they were added. */
  abstract rowsAfter(listId: string, code: number, limit: number): Promise<Omit<StoredRow, 'key'>[]>;
  /** Writes the differences, and raises the version of every client whose structure they change. */
  abstract write(before: ArchiveImage, after: ArchiveImage, differences: readonly Difference[]): Promise<void>;
  /** After the structure. */
  abstract writeRows(changes: RowChanges): Promise<void>;
  /** Works out anew when the documents of these levels fall due. */
  abstract renewDueDays(levelIds: readonly string[]): Promise<void>;
}
