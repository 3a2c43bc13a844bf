import { Injectable } from '@nestjs/common';
import { Accounts } from '#application/ports/users';
import { AuditTrail } from '#application/ports/audit-trail';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { Scope } from '#domain/access/scope';
import { fold } from '#domain/text';
import { UserAdministration } from './user-administration';

/** `POST /api/Usuario/{IdUsuario}/Desbloquear`: after too many failures a login is blocked for a while. */
@Injectable()
export class UnlockUser {
  constructor(
    private readonly accounts: Accounts,
    private readonly administration: UserAdministration,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  async execute(scope: Scope, userId: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const { user } = await this.administration.administered(scope, userId);
      await this.accounts.clearFailures(fold(user.login));
      await this.audit.record(scope.actor, user.clientId, 'user.unlock', { userId });
    });
  }
}
