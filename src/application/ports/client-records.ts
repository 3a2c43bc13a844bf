import type { ServiceKind } from '#domain/bills/contract';
import type { AuditAction, ChainedEvent } from '#domain/audit/audit-event';
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
  /** Its bytes are no part of the archive any more. */
  deletedAt: Date | null;
  former: readonly RecordedVersion[];
}

/** A link needs this id and a key of the service: the id alone is not a link. */
export interface RecordedShare {
  id: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** A document, deleted or not, with all that the archive knows of it. */
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
  /** Ids of the rows it points at. */
  rows: readonly { listId: string; rowId: string }[];
  files: readonly (RecordedFile & { shares: readonly RecordedShare[] })[];
}

/** Of a file of a document or of a flow; `details` as they were kept when it was signed. */
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

/** A design that flows follow, or have followed. */
export interface RecordedDesign {
  definitionId: string;
  /** From 1 within its definition, in the order in which they were made. */
  number: number;
  createdAt: Date;
  design: WorkflowDesign;
  /** Base64 of the fillable PDF. */
  model: string | null;
}

/** A flow, running or ended, with its steps, its form and its files. */
export interface RecordedFlow extends Omit<Workflow, 'clientId' | 'revision'> {
  /** Number of the design that it follows. */
  design: number;
  values: readonly { fieldId: string; text: string }[];
  /** In the order in which they were opened. */
  executions: readonly Omit<Execution, 'workflowCode'>[];
  /** In the order in which they were made. */
  comments: readonly Comment[];
  files: readonly (RecordedFile & { toSign: boolean })[];
  documents: readonly { id: string; addedAt: Date }[];
  /** Ids of the files of documents that are to be signed in the flow. */
  toSign: readonly string[];
}

/** Amounts in whole ten-thousandths. */
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

/** Which unit has kept which box, and since when: what bills are made of. */
export interface RecordedCustody {
  unitId: string;
  boxId: string;
  startedAt: Date;
  endedAt: Date | null;
}

/** What a client has, one kind after the other, each in an order of its own that stays the same. */
export interface ClientRecord {
  documents: RecordedDocument;
  signatures: RecordedSignature;
  designs: RecordedDesign;
  flows: RecordedFlow;
  bills: RecordedBill;
  custody: RecordedCustody;
  /** The audit trail, which is read only. */
  events: ChainedEvent;
}

export type RecordKind = keyof ClientRecord;

/** In the order in which one refers to those before it. */
export const RECORD_KINDS: readonly RecordKind[] = ['documents', 'designs', 'flows', 'signatures', 'bills', 'custody', 'events'];

/** A document to be stored as it was elsewhere; `code` null: it gets the next one. */
export interface RestoredDocument extends Omit<RecordedDocument, 'values' | 'code'> {
  code: number | null;
  values: readonly { fieldId: string; text: string; key: string }[];
}

/** A flow to be stored as it was elsewhere. */
export interface RestoredFlow extends Omit<RecordedFlow, 'code'> {
  code: number | null;
}

/** What nothing else of its kind may have, whosoever it is; an external key: nothing else of the client that is not deleted. */
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

/** All that a client has, whole, for operators: it leaves the archive, or comes into it, as it is. */
export abstract class ClientRecords {
  abstract all<K extends RecordKind>(kind: K, clientId: string): AsyncIterable<ClientRecord[K]>;
  /** The newest event of the client that says so; null: none does. */
  abstract lastEvent(clientId: string, action: AuditAction): Promise<ChainedEvent | null>;
  /** Documents, deleted ones included. */
  abstract countDocuments(clientId: string): Promise<number>;
  /** Of these those that are taken, with the clients whose they are. */
  abstract taken<Value extends string | number>(
    what: Claimed,
    values: readonly Value[],
  ): Promise<readonly { value: Value; clientId: string }[]>;

  abstract addDocument(clientId: string, document: RestoredDocument): Promise<void>;
  abstract addFlow(clientId: string, flow: RestoredFlow): Promise<void>;
  /** Those that are not there yet. */
  abstract addSignatures(clientId: string, signatures: readonly RecordedSignature[]): Promise<void>;
  /** Finds those that applying the definition has made, and adds the others. */
  abstract addDesigns(clientId: string, designs: readonly RecordedDesign[]): Promise<void>;
  /** Those that are not there yet. */
  abstract addBills(clientId: string, bills: readonly RecordedBill[]): Promise<void>;
  /** Boxes that applying the definition has begun to keep are kept since they were. */
  abstract addCustody(clientId: string, custody: readonly RecordedCustody[]): Promise<void>;
}
