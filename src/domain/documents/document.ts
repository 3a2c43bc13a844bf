import type { Box } from '#domain/boxes/box';
import type { NewFile } from '#domain/files/document-file';
import type { FieldValue } from './field-value';
import type { Day } from './calendar';

/** Contract 4.4 fixes these numbers. */
export const DOCUMENT_STATUS = {
  indexing: 1,
  stored: 2,
  lent: 3,
  deleted: 4,
  'partly-lent': 5,
  electronic: 6,
} as const;
export type DocumentStatus = keyof typeof DOCUMENT_STATUS;

/** A document with a box is physical and stored; without one it is electronic. */
export function initialStatus(box: Box | null): DocumentStatus {
  return box ? 'stored' : 'electronic';
}

export interface NewDocument {
  id: string;
  clientId: string;
  unitId: string;
  nodeCode: number;
  status: DocumentStatus;
  boxId: string | null;
  dueDay: Day | null;
  createdAt: Date;
  createdBy: string;
  values: readonly (FieldValue & { fieldCode: number })[];
  /** Codes of the list rows it points at, by list id. */
  rows: ReadonlyMap<string, number>;
  files: readonly NewFile[];
}

/** A document that is not deleted. */
export interface StoredDocument {
  id: string;
  code: number;
  clientId: string;
  nodeCode: number;
}
