import type { ServiceKind } from '#domain/bills/contract';
import type { AuditAction, SealedEvent } from '#domain/audit/audit-event';
import type { Day } from '#domain/documents/calendar';
import type { DocumentStatus } from '#domain/documents/document';
import type { Comment, Execution, Workflow } from '#domain/workflows/workflow';
import type { WorkflowDesign } from '#domain/workflows/workflow-definition';

/** Bytes in the store. */
export interface RecordedBytes {
  key: string;
  size: number;
  sha256: string;
}

/** A former version of a file, before it was replaced. */
export interface RecordedVersion extends RecordedBytes {
  /** Starts at 1. */
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
  /** Time of deletion; the bytes are no longer part of the archive. */
  deletedAt: Date | null;
  former: readonly RecordedVersion[];
}

/** The id alone is not a link: a link also needs a key of the service. */
export interface RecordedShare {
  id: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** A document, deleted or not, with everything stored about it. */
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
  deletedAt: Date | null;
  externalKey: string | null;
  version: number;
  /** Texts by field id. */
  values: readonly { fieldId: string; text: string }[];
  /** Ids of the rows that it references. */
  rows: readonly { listId: string; rowId: string }[];
  files: readonly (RecordedFile & { shares: readonly RecordedShare[] })[];
}

/** A signature of a file of a document or of a flow; `details` as stored when it was signed. */
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

/** A design that current or past flows follow. */
export interface RecordedDesign {
  definitionId: string;
  /** Starts at 1 within its definition, in the order of creation. */
  number: number;
  createdAt: Date;
  design: WorkflowDesign;
  /** Base64 of the fillable PDF. */
  model: string | null;
}

/** A flow, running or ended, with its steps, its form and its files. */
export interface RecordedFlow extends Omit<Workflow, 'clientId' | 'revision'> {
  /** Number of its design. */
  design: number;
  /** Its last document was purged: once it has ended, it goes, too, wherever it is restored. Absent: not so. */
  emptied?: boolean;
  values: readonly { fieldId: string; text: string }[];
  /** In the order of opening. */
  executions: readonly Omit<Execution, 'workflowCode'>[];
  /** In the order of creation. */
  comments: readonly Comment[];
  files: readonly (RecordedFile & { toSign: boolean })[];
  documents: readonly { id: string; addedAt: Date }[];
  /** Ids of the document files to be signed in the flow. */
  toSign: readonly string[];
}

/** Amounts are integers, in ten-thousandths. */
export interface RecordedBillLine {
  serviceId: string;
  kind: ServiceKind;
  description: string;
  quantity: number;
  price: number;
  unitPrice: number;
  initialUsed: number | null;
}

export interface RecordedBill {
  id: string;
  clientName: string;
  unitId: string;
  contractId: string;
  contractNumber: string;
  period: string;
  billedAt: Date;
  dueDay: Day;
  total: number;
  lines: readonly RecordedBillLine[];
}

/** Which unit holds which box, and since when: the basis of bills. */
export interface RecordedCustody {
  unitId: string;
  boxId: string;
  startedAt: Date;
  endedAt: Date | null;
}

/** With what it takes to compute its leaf: the salts of its commitments, and the commitments of erased groups. */
export interface RecordedEvent extends Omit<SealedEvent, 'epoch'> {
  salts: string;
  kept: string | null;
}

/** The records of a client, by kind; the order within each kind is stable. */
export interface ClientRecord {
  documents: RecordedDocument;
  signatures: RecordedSignature;
  designs: RecordedDesign;
  flows: RecordedFlow;
  bills: RecordedBill;
  custody: RecordedCustody;
  /** The audit trail; only read, never restored. */
  events: RecordedEvent;
}

export type RecordKind = keyof ClientRecord;

/** In dependency order: each kind refers only to earlier ones. */
export const RECORD_KINDS: readonly RecordKind[] = ['documents', 'designs', 'flows', 'signatures', 'bills', 'custody', 'events'];

/** A document restored from another archive; `code` null: it gets the next code. */
export interface RestoredDocument extends Omit<RecordedDocument, 'values' | 'code'> {
  code: number | null;
  values: readonly { fieldId: string; text: string; key: string }[];
}

/** A flow restored from another archive. */
export interface RestoredFlow extends Omit<RecordedFlow, 'code'> {
  code: number | null;
}

/** Values that must be unique in the whole archive; an external key only among the client's documents that are not deleted. */
export type Claimed =
  | 'row'
  | 'document'
  | 'documentCode'
  | 'externalKey'
  | 'file'
  | 'flowFile'
  | 'share'
  | 'signature'
  | 'signatureCode'
  | 'flow'
  | 'flowCode'
  | 'execution'
  | 'bill';

/**
 * All records of a client, for operators: export and restore.
 *
 * @example const [documents, checkpoint] = [await records.countDocuments(found.id), await records.checkpoint(found.id)];
 */
export abstract class ClientRecords {
  abstract all<K extends RecordKind>(kind: K, clientId: string): AsyncIterable<ClientRecord[K]>;
  /** The client's newest event of this action; null: there is none. */
  abstract lastEvent(clientId: string, action: AuditAction): Promise<RecordedEvent | null>;
  /** The signed end of the client's audit trail; null: there is none. */
  abstract checkpoint(clientId: string): Promise<string | null>;
  /** Documents, deleted ones included. */
  abstract countDocuments(clientId: string): Promise<number>;
  /** Those of the values that are taken, with the clients that hold them. */
  abstract taken<Value extends string | number>(
    what: Claimed,
    values: readonly Value[],
  ): Promise<readonly { value: Value; clientId: string }[]>;

  /** Whether documents and flows can be added with codes of their own: on shards a counter that knows nothing of them would give them again. */
  abstract takesCodes(clientId: string): Promise<boolean>;
  abstract addDocument(clientId: string, document: RestoredDocument): Promise<void>;
  abstract addFlow(clientId: string, flow: RestoredFlow): Promise<void>;
  /** Skips existing signatures. */
  abstract addSignatures(clientId: string, signatures: readonly RecordedSignature[]): Promise<void>;
  /** Reuses the designs created by applying the definition, and adds the others. */
  abstract addDesigns(clientId: string, designs: readonly RecordedDesign[]): Promise<void>;
  /** Skips existing bills. */
  abstract addBills(clientId: string, bills: readonly RecordedBill[]): Promise<void>;
  /** Custody created by applying the definition gets its recorded beginning. */
  abstract addCustody(clientId: string, custody: readonly RecordedCustody[]): Promise<void>;
}

export interface Raised {
  /** What the counter numbers. */
  name: string;
  /** Lower bound of the next number. */
  next: number;
}

/**
 * The database's counters, for operators: callers keep numbers that a restored database no longer knows.
 *
 * @example const newestEvent = await counters.newestEvent();
 */
export abstract class Counters {
  /** Skips `by` numbers in each counter. */
  abstract raise(by: number): Promise<Raised[]>;
  /** Raises the version of every document, which is part of its ETag; reports the last code after each batch. */
  abstract raiseVersions(by: number, progress: (code: number) => void): Promise<void>;
  /** Time of the newest event of all logs; null: there is none. */
  abstract newestEvent(): Promise<Date | null>;
}

export interface StoredFileRow {
  id: string;
  /** The owning document or flow; empty: the file was deleted. */
  ownerId: string;
  key: string;
  size: number;
  sha256: string;
}

/**
 * The rows of stored objects of the whole archive, for operators.
 *
 * @example const known = await files.known(keys);
 */
export abstract class StoredFiles {
  /** Live files and former versions after this object key, ordered by key. */
  abstract live(afterKey: string, limit: number): Promise<StoredFileRow[]>;
  abstract isLive(key: string): Promise<boolean>;
  abstract countLive(): Promise<number>;
  /** Those of the keys that a live file or the object journal names. */
  abstract known(keys: readonly string[]): Promise<ReadonlySet<string>>;
}
