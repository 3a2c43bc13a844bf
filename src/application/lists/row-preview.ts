import { numberOf } from '#domain/documents/field-value';
import type { ListField } from '#domain/trees/field';
import type { RowDraft } from '#domain/value-lists/row-draft';

/** What a call would do to a row. */
export interface RowPreview {
  action: 'change' | 'add';
  /** Null: the row does not exist yet. */
  rowId: string | null;
  /** Every field of the list with its resulting text. */
  cells: { field: ListField; text: string; number: number | null }[];
}

export function previewOf(draft: RowDraft, rowId: string | null): RowPreview {
  const cells = draft.list.fields.map((field) => {
    const { text = '', key = '' } = draft.after(field) ?? {};
    return { field, text, number: numberOf(field, key) };
  });
  return { action: rowId === null ? 'add' : 'change', rowId, cells };
}
