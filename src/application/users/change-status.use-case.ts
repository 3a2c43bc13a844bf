import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Sessions, Users } from '#application/ports/users';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { Scope } from '#domain/access/scope';
import { UserAdministration } from './user-administration';

/** Operation 9.3. Inactivation ends the user's sessions at once. */
@Injectable()
export class ChangeStatus {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly administration: UserAdministration,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  async execute(scope: Scope, userId: string, active: boolean): Promise<void> {
    await this.unitOfWork.run(async () => {
      const user = active
        ? (await this.administration.administered(scope, userId)).user
        : await this.administration.leaving(scope, userId, 'status');
      await this.users.setActive(scope, userId, active);
      if (!active) await this.sessions.endAll(userId);
      if (!active) await this.administration.orphan(scope, user);
      await this.audit.record(scope.actor, user.clientId, 'user.status', { userId, active });
    });
  }
}
