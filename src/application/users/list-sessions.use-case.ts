import { Injectable } from '@nestjs/common';
import { Sessions, type OpenSession } from '#application/ports/sessions';
import { Users } from '#application/ports/users';
import type { Actor } from '#domain/access/actor';
import { DomainError } from '#domain/errors';
import { UserAdministration } from './user-administration';

/** `GET /api/Usuario/{IdUsuario}/Sessoes`: one's own, or those of a user whom one administers. */
@Injectable()
export class ListSessions {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly administration: UserAdministration,
  ) {}

  async execute(actor: Actor, userId: string): Promise<OpenSession[]> {
    if (userId !== actor.userId && !(await this.users.find(await this.administration.scopeOf(actor), userId)))
      throw new DomainError('USER_NOT_FOUND');
    return this.sessions.ofUser(userId);
  }
}
