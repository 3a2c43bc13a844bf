import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { ApiKeys } from '#application/ports/users';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import { KeyAdministration } from './key-administration';

/** `DELETE /api/ContaServico/{idConta}/Chaves/{idChave}`: the next call with it is refused, and so are those of the sessions that it opened. */
@Injectable()
export class EndKey {
  constructor(
    private readonly keys: ApiKeys,
    private readonly administration: KeyAdministration,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  async execute(scope: Scope, userId: string, keyId: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const { clientId } = await this.administration.account(scope, userId);
      if (!(await this.keys.end(scope, userId, keyId, 0))) throw new DomainError('API_KEY_NOT_FOUND');
      await this.audit.record(scope.actor, clientId, 'api-key.end', { userId, apiKeyId: keyId });
    });
  }
}
