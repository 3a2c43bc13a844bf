import { Injectable } from '@nestjs/common';
import {
  ClientRecords,
  type Claimed,
  type ClientRecord,
  type RecordedBill,
  type RecordedCustody,
  type RecordedDesign,
  type RecordedSignature,
  type RecordKind,
  type RestoredDocument,
  type RestoredFlow,
} from '#application/ports/client-records';
import type { AuditAction, ChainedEvent } from '#domain/audit/audit-event';
import { eventOf, type EventRow } from '../audit/event-row';
import { ColumnsOf, flag, moment, plain } from '../columns-of';
import { Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { paged } from '../batches';
import { BillRecords } from './bill-records';
import { DocumentRecords } from './document-records';
import { FlowRecords } from './flow-records';
import { rowsOf } from './grouped';

const CLAIMED: Record<Claimed, readonly [table: string, column: string]> = {
  row: ['list_row', 'id'],
  document: ['document', 'id'],
  documentCode: ['document', 'code'],
  externalKey: ['document', 'live_external_key'],
  file: ['document_file', 'id'],
  flowFile: ['workflow_file', 'id'],
  share: ['share', 'id'],
  signature: ['file_signature', 'id'],
  signatureCode: ['file_signature', 'code'],
  flow: ['workflow', 'id'],
  flowCode: ['workflow', 'code'],
  execution: ['workflow_execution', 'id'],
  bill: ['bill', 'id'],
};

const SIGNATURE = new ColumnsOf<RecordedSignature>({
  id: plain('id'),
  code: plain('code'),
  fileId: plain('file_id'),
  sha256: plain('sha256'),
  originId: plain('origin_id'),
  legalPerson: flag('legal_person'),
  signedAt: moment('signed_at'),
  signedBy: plain('signed_by'),
  address: plain('address'),
  details: plain('details'),
});

@Injectable()
export class TypeOrmClientRecords extends ClientRecords {
  private readonly documents: DocumentRecords;
  private readonly flows: FlowRecords;
  private readonly bills: BillRecords;
  private readonly readers: { [K in RecordKind]: (clientId: string) => AsyncIterable<ClientRecord[K]> };

  constructor(
    private readonly sql: Sql,
    unitOfWork: TypeOrmUnitOfWork,
  ) {
    super();
    const [documents, flows, bills] = [new DocumentRecords(sql), new FlowRecords(sql), new BillRecords(unitOfWork)];
    [this.documents, this.flows, this.bills] = [documents, flows, bills];
    this.readers = {
      documents: (clientId) => documents.all(clientId),
      signatures: (clientId) => this.signatures(clientId),
      designs: (clientId) => flows.designs(clientId),
      flows: (clientId) => flows.all(clientId),
      bills: (clientId) => bills.all(clientId),
      custody: (clientId) => bills.custody(clientId),
      events: (clientId) => this.events(clientId),
    };
  }

  all<K extends RecordKind>(kind: K, clientId: string): AsyncIterable<ClientRecord[K]> {
    return this.readers[kind](clientId);
  }

  async countDocuments(clientId: string): Promise<number> {
    const row = await this.sql.first<{ total: number }>('SELECT COUNT(*) AS total FROM document d WHERE d.client_id = ?', [clientId]);
    return Number(row?.total);
  }

  taken<Value extends string | number>(what: Claimed, values: readonly Value[]): Promise<{ value: Value; clientId: string }[]> {
    const [table, column] = CLAIMED[what];
    return rowsOf(
      this.sql,
      values,
      (list) => `SELECT x.${column} AS value, x.client_id AS clientId FROM ${table} x WHERE x.${column} IN (${list})`,
    );
  }

  addDocument(clientId: string, document: RestoredDocument): Promise<void> {
    return this.documents.add(clientId, document);
  }

  addFlow(clientId: string, flow: RestoredFlow): Promise<void> {
    return this.flows.add(clientId, flow);
  }

  async addSignatures(clientId: string, signatures: readonly RecordedSignature[]): Promise<void> {
    const taken = await this.taken('signature', signatures.map(({ id }) => id)); // prettier-ignore
    const known = new Set(taken.map(({ value }) => value));
    await this.sql.insert(
      'file_signature',
      ['client_id', ...SIGNATURE.names],
      signatures.filter(({ id }) => !known.has(id)).map((signature) => [clientId, ...SIGNATURE.values(signature)]),
    );
  }

  addDesigns(clientId: string, designs: readonly RecordedDesign[]): Promise<void> {
    return this.flows.addDesigns(clientId, designs);
  }

  addBills(clientId: string, bills: readonly RecordedBill[]): Promise<void> {
    return this.bills.add(clientId, bills);
  }

  addCustody(clientId: string, custody: readonly RecordedCustody[]): Promise<void> {
    return this.bills.addCustody(clientId, custody);
  }

  private signatures(clientId: string): AsyncIterable<RecordedSignature> {
    const after = async (id: string, limit: number) => {
      const rows = await this.sql.rows<object>(
        `SELECT ${SIGNATURE.of('s')} FROM file_signature s WHERE s.client_id = ? AND s.id > ? ORDER BY s.id LIMIT ?`,
        [clientId, id, limit],
      );
      return rows.map((row) => SIGNATURE.read(row));
    };
    return paged('', after, ({ id }) => id);
  }

  async lastEvent(clientId: string, action: AuditAction): Promise<ChainedEvent | null> {
    const row = await this.sql.first<EventRow>(
      'SELECT e.* FROM audit_event e WHERE e.client_id = ? AND e.action = ? ORDER BY e.sequence DESC LIMIT 1',
      [clientId, action],
    );
    return row && eventOf(row);
  }

  private events(clientId: string): AsyncIterable<ChainedEvent> {
    const after = async (sequence: number, limit: number) => {
      const rows = await this.sql.rows<EventRow>(
        'SELECT e.* FROM audit_event e WHERE e.client_id = ? AND e.sequence > ? ORDER BY e.sequence LIMIT ?',
        [clientId, sequence, limit],
      );
      return rows.map(eventOf);
    };
    return paged(0, after, ({ sequence }) => sequence);
  }
}
