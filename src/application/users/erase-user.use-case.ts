import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Sessions, Users } from '#application/ports/users';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { Scope } from '#domain/access/scope';
import { UserAdministration } from './user-administration';

/** `DELETE /api/Usuario/{IdUsuario}`. What the user did stays, under a name that tells nothing (ADR 50). */
@Injectable()
export class EraseUser {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly administration: UserAdministration,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  async execute(scope: Scope, userId: string): Promise<void> {
    await this.unitOfWork.run(
      async () => {
        const user = await this.administration.leaving(scope, userId, 'userId');
        await this.sessions.endAll(userId);
        await this.administration.orphan(scope, user);
        await this.users.erase(scope, userId);
        await this.audit.record(scope.actor, user.clientId, 'user.erase', { userId });
      },
      async () => (await this.users.find(scope, userId)) === null,
    );
  }
}
