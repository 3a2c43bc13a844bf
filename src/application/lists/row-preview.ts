import type { ListField } from '#domain/trees/field';
import type { RowDraft } from '#domain/value-lists/row-draft';

/** What a call would do to a row. */
export interface RowPreview {
  action: 'change' | 'add';
  /** Null: the row does not exist yet. */
  rowId: string | null;
  /** Every field of the list with its resulting text. */
  cells: { field: ListField; text: string }[];
}

export function previewOf(draft: RowDraft, rowId: string | null): RowPreview {
  const cells = draft.list.fields.map((field) => ({ field, text: draft.after(field)?.text ?? '' }));
  return { action: rowId === null ? 'add' : 'change', rowId, cells };
}
