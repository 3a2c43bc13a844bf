import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { ListRows } from '#application/ports/lists';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';

/** `DELETE /api/Lista/{idLista}/Cliente/{idCliente}/LinhaLista/{idLinhaLista}`. Rows of child lists keep their own values. */
@Injectable()
export class RemoveListRow {
  constructor(
    private readonly listRows: ListRows,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  async execute(scope: Scope, listId: string, rowId: string): Promise<void> {
    const list = scope.list(listId);
    if (!list) throw new DomainError('LIST_NOT_FOUND');
    await this.unitOfWork.run(
      async () => {
        const removed = await this.listRows.remove(scope, list.id, rowId);
        if (removed === null) throw new DomainError('LIST_ROW_NOT_FOUND');
        if (!removed) throw new DomainError('LIST_ROW_IN_USE');
        await this.audit.record(scope.actor, scope.clientId, 'list-row.delete', { listId, rowId });
      },
      async () => (await this.listRows.find(scope, list.id, rowId)) === null,
    );
  }
}
