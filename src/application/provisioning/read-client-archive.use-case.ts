import { Injectable } from '@nestjs/common';
import { ArchiveStore } from '#application/ports/provisioning';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { Scope } from '#domain/access/scope';
import { clientArchive, sharedUse, type ClientArchive } from './client-archive';
import { ClientSight } from './client-sight';

/** `GET /api/Acervo/{idCliente}`. */
@Injectable()
export class ReadClientArchive {
  constructor(
    private readonly store: ArchiveStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  execute(scope: Scope): Promise<ClientArchive> {
    return this.unitOfWork.snapshot(async () =>
      clientArchive(await this.store.read(scope.clientId), new ClientSight(scope), await sharedUse(this.store)),
    );
  }
}
