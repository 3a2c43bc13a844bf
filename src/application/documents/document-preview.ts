import type { Box } from '#domain/boxes/box';
import type { Day } from '#domain/documents/calendar';
import type { DocumentStatus } from '#domain/documents/document';
import { numberOf } from '#domain/documents/field-value';
import type { Indexed } from '#domain/documents/indexing';
import type { NewFile } from '#domain/files/document-file';
import type { ListPlan } from './list-linking';

/** What a call would do (`simular`), after all checks of the call. */
export interface DocumentPreview {
  /** Null when the document exists already with its status. */
  status: DocumentStatus | null;
  box: Box | null;
  dueDay: Day | null;
  values: { label: string; listName: string | null; text: string; number: number | null }[];
  /** Rows that the document would reference; without an id the row would be added. */
  rows: { listName: string; rowId: string | null }[];
  files: readonly NewFile[];
}

export function previewOf(values: readonly Indexed[], plans: readonly ListPlan[]): Pick<DocumentPreview, 'values' | 'rows'> {
  const custom = values.map(({ field, text, key }) => ({ label: field.label, listName: null, text, number: numberOf(field, key) }));
  const ofLists = plans.flatMap(({ entry }) =>
    entry.values.map(({ field, text, key }) => ({
      label: field.label,
      listName: entry.list.name,
      text,
      number: numberOf(field, key),
    })),
  );
  return {
    values: [...custom, ...ofLists],
    rows: plans.map(({ entry, row }) => ({ listName: entry.list.name, rowId: row?.id ?? null })),
  };
}
