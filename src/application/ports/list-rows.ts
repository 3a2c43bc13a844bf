import type { Scope } from '#domain/access/scope';
import type { FieldValue } from '#domain/documents/field-value';

export interface ListRow {
  code: number;
  id: string;
  /** Texts of its cells by field code. */
  texts: ReadonlyMap<number, string>;
}

/** Rows of the lists of one client. A row is unique in its list by the joined keys of its key fields. */
export abstract class ListRows {
  abstract findByKey(scope: Scope, listId: string, key: string): Promise<ListRow | null>;
  /**
   * Adds a row, or answers the row that holds the key already, also when another writer adds it at the same moment.
   * Several rows are added in the order of their keys, so that two writers never wait for each other.
   */
  abstract addOrFind(
    scope: Scope,
    listId: string,
    key: string,
    cells: readonly (FieldValue & { fieldCode: number })[],
  ): Promise<ListRow & { added: boolean }>;
}
