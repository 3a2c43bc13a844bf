import { Injectable } from '@nestjs/common';
import type { IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import { AuditTrail } from '#application/ports/audit-trail';
import { StructureHold } from '#application/ports/structure';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { ApiKeys } from '#application/ports/users';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import { KeyAdministration, type MadeKey } from './key-administration';

const HOUR_MS = 3_600_000;

/** `POST /api/ContaServico/{idConta}/Chaves/{idChave}/trocar`: the same key for the same time again; the old one goes on for some hours. */
@Injectable()
export class ReplaceKey {
  constructor(
    private readonly keys: ApiKeys,
    private readonly administration: KeyAdministration,
    private readonly structure: StructureHold,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  execute(
    scope: Scope,
    { userId, keyId, overlapHours }: { userId: string; keyId: string; overlapHours: number },
    receipt: IdempotencyReceipt<MadeKey>,
  ): Promise<MadeKey> {
    return this.unitOfWork.run(async () => {
      await this.structure.hold(scope);
      const account = await this.administration.account(scope, userId);
      const former = await this.keys.find(scope, userId, keyId);
      if (!former || !(await this.keys.end(scope, userId, keyId, overlapHours * HOUR_MS))) throw new DomainError('API_KEY_NOT_FOUND');
      const { name, permissions, nodeId, networks, lifeMs } = former;
      this.administration.check(scope, account, former);
      const made = await this.administration.make(scope, account, { name, permissions, nodeId, networks, lifeMs });
      await receipt.keep(made);
      const subject = { userId, apiKeyId: made.key.id, formerApiKeyId: keyId };
      await this.audit.record(scope.actor, account.clientId, 'api-key.replace', subject);
      return made;
    });
  }
}
