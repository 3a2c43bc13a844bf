import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { wholeBytes } from '#application/files/whole-bytes';
import { ArchiveStore, type StoredRow } from '#application/ports/archive-store';
import { ClientRecords, type RecordedBytes, type RecordedDocument, type RecordedSignature } from '#application/ports/client-records';
import { FileStorage } from '#application/ports/file-storage';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { ArchiveDefinition } from '#domain/archive/archive-definition';
import type { ChainedEvent } from '#domain/audit/audit-event';
import { imageOfClient } from './client-image';
import { DefinitionWriter } from './definition-writer';

/** Takes what is read of a client, one thing after the other. */
export interface ClientReader {
  definition(definition: ArchiveDefinition, client: { id: string; name: string }): Promise<void>;
  row(listId: string, row: Omit<StoredRow, 'key'>): Promise<void>;
  document(document: RecordedDocument, done: number, of: number): Promise<void>;
  signature(signature: RecordedSignature): Promise<void>;
  event(event: ChainedEvent): Promise<void>;
}

const BATCH = 200;

/** Reads a client's whole archive, for an operator: everything as it was at one moment. */
@Injectable()
export class ReadClient {
  constructor(
    private readonly store: ArchiveStore,
    private readonly records: ClientRecords,
    private readonly storage: FileStorage,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** By id or name; false: there is no such client. */
  async execute(client: string, options: { passwordHashes: boolean }, reader: ClientReader): Promise<boolean> {
    return this.unitOfWork.snapshot(async () => {
      const image = await this.store.read();
      const found = [...image.clients.values()].find(({ id, name }) => id === client || name === client);
      if (!found) return false;
      const writer = new DefinitionWriter(imageOfClient(image, found.id), { ...options, ids: true });
      const definition = writer.write();
      await reader.definition(definition, found);
      for (const { listId } of writer.lists) {
        await this.each((code) => this.store.rowsAfter(listId, code, BATCH), ({ code }) => code, 0, (row) => reader.row(listId, row)); // prettier-ignore
      }
      const total = await this.records.countDocuments(found.id);
      let done = 0;
      await this.each(
        (code) => this.records.documentsAfter(found.id, code, BATCH),
        ({ code }) => code,
        0,
        (document) => reader.document(document, ++done, total),
      );
      await this.each((id) => this.records.signaturesAfter(found.id, id, BATCH), ({ id }) => id, '', (each) => reader.signature(each)); // prettier-ignore
      await this.each((at) => this.records.eventsAfter(found.id, at, BATCH), ({ sequence }) => sequence, 0, (each) => reader.event(each)); // prettier-ignore
      return true;
    });
  }

  /** Ends with an error before it is complete when they are not what was stored. */
  bytes(file: RecordedBytes): Promise<Readable> {
    return wholeBytes(this.storage, file);
  }

  private async each<T, Position>(
    next: (after: Position) => Promise<T[]>,
    positionOf: (thing: T) => Position,
    start: Position,
    take: (thing: T) => Promise<void>,
  ): Promise<void> {
    for (let after = start; ;) {
      const things = await next(after);
      for (const thing of things) await take(thing);
      if (things.length < BATCH) return;
      after = positionOf(things.at(-1) as T);
    }
  }
}
