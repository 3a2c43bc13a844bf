import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Sessions } from '#application/ports/users';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { Actor } from '#domain/access/actor';

/** Ends the session of the call, and no other session of the user. A call with a key has none, and the key goes on. */
@Injectable()
export class Logout {
  constructor(
    private readonly sessions: Sessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  async execute(actor: Actor): Promise<void> {
    const { sessionId, homeClientId } = actor;
    if (sessionId === '') return;
    await this.unitOfWork.run(async () => {
      await this.sessions.end(sessionId);
      if (homeClientId !== null) await this.audit.record(actor, homeClientId, 'session.close', { sessionId });
    });
  }
}
