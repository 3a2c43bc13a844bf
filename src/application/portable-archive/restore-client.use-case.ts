import { Injectable } from '@nestjs/common';
import { Sealer } from '#application/audit/sealer';
import { UploadSessions } from '#application/files/upload-sessions';
import { ArchiveStore } from '#application/ports/provisioning';
import { AuditTrail } from '#application/ports/audit-trail';
import { ClientRecords } from '#application/ports/portable-archive';
import { PdfForms } from '#application/ports/workflows';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { Settings } from '#application/support/settings';
import type { PartialArchive, UserDefinition } from '#domain/provisioning/archive-definition';
import { fold } from '#domain/text';
import { RecordedDesigns } from './check-recorded-design';
import { ClientInspection } from './client-inspection';
import { ClientRestoration } from './client-restoration';
import { resolve } from '../provisioning/definition-resolver';
import { KnownThings } from './known-things';
import { unfinishedImport } from './unfinished-import';

/** Restores a client from another archive, for an operator. */
@Injectable()
export class RestoreClient {
  constructor(
    private readonly store: ArchiveStore,
    private readonly records: ClientRecords,
    private readonly uploads: UploadSessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly forms: PdfForms,
    private readonly settings: Settings,
    private readonly sealer: Sealer,
  ) {}

  /**
   * @param definition the definition that is applied before documents are restored.
   * @param people users of the bag: one who exists in the archive with the same id and login is the same user.
   */
  async prepare(
    clientId: string,
    definition: PartialArchive,
    people: readonly UserDefinition[],
    { newCodes }: { newCodes: boolean },
  ): Promise<ClientRestoration> {
    const { image } = resolve(definition, await this.store.read(), new Map());
    const { store, records, uploads, unitOfWork, audit, forms, settings } = this;
    const shared = people.flatMap(({ id = '', login }) => (fold(image.users.get(id)?.login ?? '') === fold(login) ? [id] : []));
    const known = new KnownThings(clientId, image, new Set(shared));
    const inspection = new ClientInspection(records, new RecordedDesigns(known, forms), settings, known, newCodes);
    return new ClientRestoration({ store, records, uploads, unitOfWork, audit }, inspection, known, !newCodes);
  }

  /** Whether documents and flows can keep their codes in this database. */
  takesCodes(clientId: string): Promise<boolean> {
    return this.records.takesCodes(clientId);
  }

  /** The bag of an interrupted import, if any. */
  async unfinished(clientId: string): Promise<string | null> {
    await this.sealer.settle();
    return unfinishedImport(this.records, clientId);
  }
}
