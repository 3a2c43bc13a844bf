import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { Users } from '#application/ports/users';
import type { Scope } from '#domain/access/scope';
import { unknownId } from '#domain/errors';
import type { StoredUser } from '#domain/users/user';
import { KeyAdministration } from './key-administration';

/** `PUT /api/ContaServico/{idConta}/Responsavel`: somebody else answers for the program, which then does not end for having nobody. */
@Injectable()
export class TakeOver {
  constructor(
    private readonly users: Users,
    private readonly administration: KeyAdministration,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, userId: string, responsibleId: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const account = await this.administration.account(scope, userId);
      if (!(await this.administration.isResponsible(scope, account.clientId, responsibleId))) throw unknownId(['responsibleId']);
      const goesOn = this.endsForLoss(account) ? { inactiveFrom: null } : {};
      await this.users.change(scope, userId, { responsibleId, orphanedUntil: null, ...goesOn });
      const fields = ['responsibleId', ...Object.keys(goesOn)];
      await this.audit.record(scope.actor, account.clientId, 'user.update', { userId, fields });
    });
  }

  /** An earlier end was planned by somebody, and stays; nor does an ended account come back. */
  private endsForLoss({ inactiveFrom, orphanedUntil }: StoredUser): boolean {
    return orphanedUntil !== null && inactiveFrom?.getTime() === orphanedUntil.getTime() && orphanedUntil > this.clock.now();
  }
}
