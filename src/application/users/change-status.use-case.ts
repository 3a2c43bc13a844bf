import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Sessions } from '#application/ports/sessions';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { Users } from '#application/ports/users';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
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
      // Two users who inactivate each other concurrently must not both succeed. Clients are locked before the user.
      const orphaned = active ? [] : await this.users.administeredOnlyBy(scope, userId);
      const { user } = await this.administration.administered(scope, userId);
      // No administrator would remain; only an operator could restore access.
      if (orphaned.length > 0) throw new DomainError('RULES_BROKEN', [{ path: ['status'], code: 'LAST_ADMINISTRATOR' }]);
      await this.users.setActive(scope, userId, active);
      if (!active) await this.sessions.endAll(userId);
      await this.audit.record(scope.actor, user.clientId, 'user.status', { userId, active });
    });
  }
}
