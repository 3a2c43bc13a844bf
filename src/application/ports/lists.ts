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

/**
 * Rows of the lists of one client. The joined keys of its key fields identify a row within its list.
 *
 * @example const row = await listRows.find(scope, list.id, found.id);
 */
export abstract class ListRows {
  abstract find(scope: Scope, listId: string, rowId: string): Promise<ListRow | null>;
  abstract findByKey(scope: Scope, listId: string, key: string): Promise<ListRow | null>;
  /** Locks the row until the transaction ends. */
  abstract hold(scope: Scope, listId: string, rowId: string): Promise<ListRow | null>;
  /** Changes the named members only; false when another row has the key. Requires `hold`. */
  abstract change(scope: Scope, row: ListRow, change: RowChange): Promise<boolean>;
  /**
   * False: documents, deleted ones too, point at the row; null: there is none. Others who have read the row and are about to write with it
   * are refused (`StructureHold`). In a transaction.
   */
  abstract remove(scope: Scope, listId: string, rowId: string): Promise<boolean | null>;
  /**
   * Adds a row, or answers the existing row with this key, also if it was added concurrently. Callers add several rows in the order of
   * their keys, so that two writers cannot deadlock.
   * @param made of the row, if it is added: its id; whether it is the filing of a document that adds it
   */
  abstract addOrFind(
    scope: Scope,
    listId: string,
    key: string,
    cells: readonly (FieldValue & { fieldCode: number })[],
    made?: { id?: string; filed?: boolean },
  ): Promise<ListRow & { added: boolean }>;
  /** Codes of the next rows after this code that meet all criteria, in insertion order. */
  abstract codesFollowing(
    scope: Scope,
    listId: string,
    criteria: readonly RowCriterion[],
    afterCode: number,
    limit: number,
  ): Promise<number[]>;
  /** Those of the rows that still exist, in insertion order. */
  abstract withCodes(scope: Scope, listId: string, codes: readonly number[]): Promise<ListRow[]>;
  /** One page of all rows, in insertion order; `page` counts from 1. */
  abstract page(scope: Scope, listId: string, page: number, pageSize: number): Promise<ListRow[]>;
}
