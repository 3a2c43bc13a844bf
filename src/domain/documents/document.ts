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

const STATUS_OF = new Map<number, DocumentStatus>(
  Object.entries(DOCUMENT_STATUS).map(([status, number]) => [number, status as DocumentStatus]),
);

export const documentStatusOf = (number: number): DocumentStatus | undefined => STATUS_OF.get(number);

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
  /** The client system's own name for the document, unique among the client's documents that are not deleted. */
  externalKey: string | null;
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
  /** Raised by every change. */
  version: number;
}

/** Metadata of a document. */
export interface DocumentContent {
  /** Shown texts by field code, of custom and list fields alike. */
  texts: ReadonlyMap<number, string>;
  /** Codes of the list rows it points at, by list id. */
  rows: ReadonlyMap<string, number>;
}

export interface DocumentChange {
  values: readonly (FieldValue & { fieldCode: number })[];
  /** Codes of custom fields that lose their value. */
  cleared: readonly number[];
  rows: ReadonlyMap<string, number>;
  /** Lists that it no longer points at. */
  unlinked: readonly string[];
  dueDay: Day | null;
}

/** A caller's own name of a document, in one spelling of its accents: composed or not, it is the same name. Null: none. */
export function externalKeyOf(text: string | undefined | null): string | null {
  return text?.trim().normalize('NFC') || null;
}
