import type { Scope } from '#domain/access/scope';
import type { Criterion, FieldValue } from '#domain/documents/field-value';

export interface ListRow {
  code: number;
  id: string;
  /** Texts of its cells by field code. */
  texts: ReadonlyMap<number, string>;
}

export interface RowCriterion {
  fieldCode: number;
  criterion: Criterion;
}

export interface RowChange {
  values: readonly (FieldValue & { fieldCode: number })[];
  /** Codes of the fields that lose their value. */
  cleared: readonly number[];
  /** Null: the row keeps its key. */
  key: string | null;
}

/** Rows of the lists of one client. A row is unique in its list by the joined keys of its key fields. */
export abstract class ListRows {
  abstract find(scope: Scope, listId: string, rowId: string): Promise<ListRow | null>;
  abstract findByKey(scope: Scope, listId: string, key: string): Promise<ListRow | null>;
  /** Locks the row until the transaction ends. */
  abstract hold(scope: Scope, listId: string, rowId: string): Promise<ListRow | null>;
  /** Writes what is named and leaves the rest; false when another row holds the key. For a row that is held. */
  abstract change(scope: Scope, row: ListRow, change: RowChange): Promise<boolean>;
  /**
   * Adds a row, or answers the row that holds the key already, also when another writer adds it at the same moment.
   * Several rows are added in the order of their keys, so that two writers never wait for each other.
   * @param id of the row, should it be added
   */
  abstract addOrFind(
    scope: Scope,
    listId: string,
    key: string,
    cells: readonly (FieldValue & { fieldCode: number })[],
    id?: string,
  ): Promise<ListRow & { added: boolean }>;
  /** Codes of the next rows after the one with this code that meet all criteria, in the order in which rows were added. */
  abstract codesFollowing(
    scope: Scope,
    listId: string,
    criteria: readonly RowCriterion[],
    afterCode: number,
    limit: number,
  ): Promise<number[]>;
  /** Those of the rows that are still there, in the order in which they were added. */
  abstract withCodes(scope: Scope, listId: string, codes: readonly number[]): Promise<ListRow[]>;
  /** One page of all rows, in the order in which they were added; `page` counts from 1. */
  abstract page(scope: Scope, listId: string, page: number, pageSize: number): Promise<ListRow[]>;
}
