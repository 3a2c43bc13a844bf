import { Injectable } from '@nestjs/common';
import { In, MoreThan, type EntitySchema } from 'typeorm';
import {
  ClientRecords,
  type Claimed,
  type ClientRecord,
  type RecordedBill,
  type RecordedCustody,
  type RecordedDesign,
  type RecordedEvent,
  type RecordedSignature,
  type RecordKind,
  type RestoredDocument,
  type RestoredFlow,
} from '#application/ports/portable-archive';
import type { AuditAction, AuditSubject, EventFile } from '#domain/audit/audit-event';
import { inBatches, paged } from '../batches';
import {
  BillEntity,
  DocumentFileEntity,
  DocumentEntity,
  EventLogEntity,
  EventEntity,
  FileSignatureEntity,
  ListRowEntity,
  ShareEntity,
  WorkflowExecutionEntity,
  WorkflowFileEntity,
  WorkflowEntity,
} from '../entities';
import { Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { BillRecords } from './bill-records';
import { DocumentRecords } from './document-records';
import { FlowRecords } from './flow-records';

const CLAIMED: Record<Claimed, readonly [target: EntitySchema<{ clientId: string }>, property: string]> = {
  row: [ListRowEntity, 'id'],
  document: [DocumentEntity, 'id'],
  documentCode: [DocumentEntity, 'code'],
  externalKey: [DocumentEntity, 'liveExternalKey'],
  file: [DocumentFileEntity, 'id'],
  flowFile: [WorkflowFileEntity, 'id'],
  share: [ShareEntity, 'id'],
  signature: [FileSignatureEntity, 'id'],
  signatureCode: [FileSignatureEntity, 'code'],
  flow: [WorkflowEntity, 'id'],
  flowCode: [WorkflowEntity, 'code'],
  execution: [WorkflowExecutionEntity, 'id'],
  bill: [BillEntity, 'id'],
};

@Injectable()
export class TypeOrmClientRecords extends ClientRecords {
  private readonly documents: DocumentRecords;
  private readonly flows: FlowRecords;
  private readonly bills: BillRecords;
  private readonly readers: { [K in RecordKind]: (clientId: string) => AsyncIterable<ClientRecord[K]> };

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
  ) {
    super();
    const [documents, flows, bills] = [new DocumentRecords(sql, unitOfWork), new FlowRecords(unitOfWork), new BillRecords(unitOfWork)];
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

  countDocuments(clientId: string): Promise<number> {
    return this.unitOfWork.manager.countBy(DocumentEntity, { clientId });
  }

  async taken<Value extends string | number>(what: Claimed, values: readonly Value[]): Promise<{ value: Value; clientId: string }[]> {
    const [target, property] = CLAIMED[what];
    const { manager } = this.unitOfWork;
    const rows = await inBatches(values, (batch) =>
      manager.find(target, { select: { [property]: true, clientId: true }, where: { [property]: In(batch) } }),
    );
    return rows.map((row) => ({ value: Reflect.get(row, property) as Value, clientId: row.clientId }));
  }

  async takesCodes(clientId: string): Promise<boolean> {
    return (await this.sql.shardOf(clientId)) === null;
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
    const rows = signatures.filter(({ id }) => !known.has(id)).map((signature) => ({ ...signature, clientId }));
    await this.unitOfWork.insert(FileSignatureEntity, rows);
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
      const where = { clientId, id: MoreThan(id) };
      const rows = await this.unitOfWork.manager.find(FileSignatureEntity, { where, order: { id: 'ASC' }, take: limit });
      return rows.map(({ clientId: _client, ...row }) => row);
    };
    return paged('', after, ({ id }) => id);
  }

  async lastEvent(clientId: string, action: AuditAction): Promise<RecordedEvent | null> {
    const where = { clientId, action };
    const row = await this.unitOfWork.manager.findOne(EventEntity, { where, order: { position: 'DESC' } });
    return row && toEvent(clientId, row);
  }

  async checkpoint(clientId: string): Promise<string | null> {
    return (await this.log(clientId))?.head ?? null;
  }

  private log(clientId: string) {
    return this.unitOfWork.manager.findOneBy(EventLogEntity, { clientId });
  }

  private async *events(clientId: string): AsyncIterable<RecordedEvent> {
    const after = async (position: number, limit: number) => {
      const where = { clientId, position: MoreThan(position) };
      const rows = await this.unitOfWork.manager.find(EventEntity, { where, order: { position: 'ASC' }, take: limit });
      return rows.map((row) => toEvent(clientId, row));
    };
    yield* paged(0, after, ({ position }) => position);
  }
}

/** Members in the order used in bags. */
function toEvent(clientId: string, row: EventEntity): RecordedEvent {
  const { position, at, userId, address, requestId, action, subject, files, hash, salts, kept } = row;
  return {
    clientId,
    position,
    at,
    userId,
    address,
    requestId,
    action,
    subject: JSON.parse(subject) as AuditSubject,
    files: files === null ? null : (JSON.parse(files) as EventFile[]),
    hash,
    salts,
    kept,
  };
}
