import { Injectable } from '@nestjs/common';
import { FileIntake } from '#application/files/file-intake';
import { ArchiveStore } from '#application/ports/archive-store';
import { AuditTrail } from '#application/ports/audit-trail';
import { ClientRecords } from '#application/ports/client-records';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { Settings } from '#application/settings';
import type { PartialArchive } from '#domain/archive/archive-definition';
import { ClientRestoration } from './client-restoration';
import { resolve } from './definition-resolver';

/** Brings a client's documents into the archive as they were in another one, for an operator. */
@Injectable()
export class RestoreClient {
  constructor(
    private readonly store: ArchiveStore,
    private readonly records: ClientRecords,
    private readonly intakes: FileIntake,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly settings: Settings,
  ) {}

  /** `definition`: what will have been applied by the time documents come. */
  async prepare(clientId: string, definition: PartialArchive): Promise<ClientRestoration> {
    const { image } = resolve(definition, await this.store.read(), new Map());
    const { store, records, intakes, unitOfWork, audit, settings } = this;
    return new ClientRestoration({ store, records, intakes, unitOfWork, audit, settings }, clientId, image);
  }
}
