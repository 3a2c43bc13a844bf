import type { ChainedEvent } from '#domain/audit/audit-event';
import type { Day } from '#domain/documents/calendar';
import type { DocumentStatus } from '#domain/documents/document';

/** Bytes in the store. */
export interface RecordedBytes {
  key: string;
  size: number;
  sha256: string;
}

/** What a file was before it was replaced. */
export interface RecordedVersion extends RecordedBytes {
  /** From 1. */
  number: number;
  version: string;
  replacedAt: Date;
}

export interface RecordedFile extends RecordedBytes {
  id: string;
  position: number;
  name: string;
  extension: string;
  version: string;
  createdAt: Date;
  former: readonly RecordedVersion[];
}

/** A document that is not deleted, with all that the archive knows of it. */
export interface RecordedDocument {
  id: string;
  code: number;
  unitId: string;
  levelId: string;
  status: DocumentStatus;
  boxId: string | null;
  dueDay: Day | null;
  createdAt: Date;
  createdBy: string;
  changedAt: Date | null;
  externalKey: string | null;
  version: number;
  /** Texts by field id. */
  values: readonly { fieldId: string; text: string }[];
  /** Ids of the rows it points at. */
  rows: readonly { listId: string; rowId: string }[];
  files: readonly RecordedFile[];
}

/** Of a document's file; `details` as they were kept when it was signed. */
export interface RecordedSignature {
  id: string;
  code: string;
  fileId: string;
  sha256: string;
  originId: string;
  legalPerson: boolean;
  signedAt: Date;
  signedBy: string;
  address: string;
  details: string;
}

/** A document to be stored as it was elsewhere; `code` null: it gets the next one. */
export interface RestoredDocument extends Omit<RecordedDocument, 'values' | 'code'> {
  code: number | null;
  values: readonly { fieldId: string; text: string; key: string }[];
}

/** All documents of a client, whole, for operators: they leave the archive, or come into it, as they are. */
export abstract class ClientRecords {
  /** In the order of their codes. */
  abstract documentsAfter(clientId: string, code: number, limit: number): Promise<RecordedDocument[]>;
  /** In the order of their ids. */
  abstract signaturesAfter(clientId: string, id: string, limit: number): Promise<RecordedSignature[]>;
  abstract eventsAfter(clientId: string, sequence: number, limit: number): Promise<ChainedEvent[]>;
  /** Documents that are not deleted. */
  abstract countDocuments(clientId: string): Promise<number>;
  /** Of these ids those of documents, deleted ones included, whosoever they are, with the clients. */
  abstract knownDocuments(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Of these codes those that documents have. */
  abstract takenCodes(codes: readonly number[]): Promise<ReadonlySet<number>>;
  /** Of these ids those of files, whosoever they are. */
  abstract knownFiles(ids: readonly string[]): Promise<ReadonlySet<string>>;
  abstract add(clientId: string, document: RestoredDocument): Promise<void>;
  /** Those that are not there yet. */
  abstract addSignatures(clientId: string, signatures: readonly RecordedSignature[]): Promise<void>;
}
