import { Injectable } from '@nestjs/common';
import { Sessions, type OpenSession } from '#application/ports/users';
import type { Actor } from '#domain/access/actor';
import { UserAdministration } from './user-administration';

/** `GET /api/Usuario/{IdUsuario}/Sessoes`: one's own, or those of a user whom one may change: nobody watches who may do more. */
@Injectable()
export class ListSessions {
  constructor(
    private readonly sessions: Sessions,
    private readonly administration: UserAdministration,
  ) {}

  async execute(actor: Actor, userId: string): Promise<OpenSession[]> {
    if (userId !== actor.userId) await this.administration.administered(await this.administration.scopeOf(actor), userId);
    return this.sessions.ofUser(userId);
  }
}
