import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Sealer } from '#application/audit/sealer';
import { wholeBytes } from '#application/files/whole-bytes';
import { ArchiveStore, type StoredRow } from '#application/ports/provisioning';
import { ClientRecords, RECORD_KINDS, type ClientRecord, type RecordedBytes, type RecordKind } from '#application/ports/portable-archive';
import { FileStorage } from '#application/ports/files';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { findNamed } from '#domain/provisioning/archive-image';
import type { ArchiveDefinition } from '#domain/provisioning/archive-definition';
import { imageOfClient } from './client-image';
import { DefinitionWriter, type ExportedList } from '../provisioning/definition-writer';
import { peopleOf } from './named-people';
import { unfinishedImport } from './unfinished-import';

/** Receives the records of a client one by one. */
export interface ClientReader {
  client(client: { id: string; name: string; documents: number; checkpoint: string | null }): Promise<void>;
  row(listId: string, row: Omit<StoredRow, 'key'>): Promise<void>;
  record<K extends RecordKind>(kind: K, record: ClientRecord[K]): Promise<void>;
  /** Called last: it includes the users whom the records name. */
  definition(definition: ArchiveDefinition): Promise<void>;
}

/** The client is being imported, or its import was interrupted: its archive is incomplete. */
export class ClientInPart extends Error {
  constructor(
    readonly client: string,
    readonly bag: string,
  ) {
    super(`client ${client} was imported in part`);
  }
}

const BATCH = 200;

/** Reads a client's whole archive for an operator, as one consistent snapshot. */
@Injectable()
export class ReadClient {
  constructor(
    private readonly store: ArchiveStore,
    private readonly records: ClientRecords,
    private readonly storage: FileStorage,
    private readonly unitOfWork: UnitOfWork,
    private readonly sealer: Sealer,
  ) {}

  /** Finds the client by id or name; false: there is no such client. */
  async execute(client: string, options: { passwordHashes: boolean }, reader: ClientReader): Promise<boolean> {
    await this.sealer.settle();
    return this.unitOfWork.snapshot(async () => {
      const image = await this.store.read();
      const found = findNamed(image.clients, client);
      if (!found) return false;
      const bag = await unfinishedImport(this.records, found.id);
      if (bag !== null) throw new ClientInPart(found.name, bag);
      const [documents, checkpoint] = [await this.records.countDocuments(found.id), await this.records.checkpoint(found.id)];
      await reader.client({ ...found, documents, checkpoint });
      const named = new Set<string>();
      for (const kind of RECORD_KINDS) {
        for await (const record of this.records.all(kind, found.id)) {
          for (const id of peopleOf(kind, record)) named.add(id);
          await reader.record(kind, record);
        }
      }
      const writer = new DefinitionWriter(imageOfClient(image, found.id, named), { ...options, ids: true, homes: true });
      await reader.definition(writer.write());
      for (const list of writer.lists) await this.rows(list, reader);
      return true;
    });
  }

  /** Fails before its end when the bytes differ from the recorded hash. */
  bytes(file: RecordedBytes): Promise<Readable> {
    return wholeBytes(this.storage, file);
  }

  private async rows(list: ExportedList, reader: ClientReader): Promise<void> {
    for (let after = 0; ;) {
      const rows = await this.store.rowsAfter(list, after, BATCH);
      for (const row of rows) await reader.row(list.listId, row);
      if (rows.length < BATCH) return;
      after = (rows.at(-1) as StoredRow).code;
    }
  }
}
