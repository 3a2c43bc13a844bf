import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Sessions } from '#application/ports/users';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { Actor } from '#domain/access/actor';
import { DomainError } from '#domain/errors';
import { UserAdministration } from './user-administration';

/** `DELETE /api/Usuario/{IdUsuario}/Sessoes/{idSessao}`. */
@Injectable()
export class EndSession {
  constructor(
    private readonly sessions: Sessions,
    private readonly administration: UserAdministration,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  async execute(actor: Actor, userId: string, sessionId: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const clientId = userId === actor.userId ? actor.homeClientId : await this.administered(actor, userId);
      if (!(await this.sessions.endOf(userId, sessionId))) throw new DomainError('SESSION_NOT_FOUND');
      if (clientId !== null) await this.audit.record(actor, clientId, 'session.close', { userId, sessionId });
    });
  }

  private async administered(actor: Actor, userId: string): Promise<string> {
    const { user } = await this.administration.administered(await this.administration.scopeOf(actor), userId);
    return user.clientId;
  }
}
