import { Injectable } from '@nestjs/common';
import type { IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import { AuditTrail } from '#application/ports/audit-trail';
import { StructureHold } from '#application/ports/structure';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { Scope } from '#domain/access/scope';
import { KeyAdministration, type MadeKey, type NewKey } from './key-administration';

/** `POST /api/ContaServico/{idConta}/Chaves`. */
@Injectable()
export class CreateKey {
  constructor(
    private readonly administration: KeyAdministration,
    private readonly structure: StructureHold,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  execute(scope: Scope, userId: string, input: NewKey, receipt: IdempotencyReceipt<MadeKey>): Promise<MadeKey> {
    return this.unitOfWork.run(async () => {
      await this.structure.hold(scope);
      const account = await this.administration.account(scope, userId);
      this.administration.check(scope, account, input);
      const made = await this.administration.make(scope, account, input);
      await receipt.keep(made);
      await this.audit.record(scope.actor, account.clientId, 'api-key.create', { userId, apiKeyId: made.key.id });
      return made;
    });
  }
}
