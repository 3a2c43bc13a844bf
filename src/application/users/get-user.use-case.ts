import { Injectable } from '@nestjs/common';
import { Users, type UserGrant } from '#application/ports/users';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import type { StoredUser } from '#domain/users/user';

export interface UserWithGrants {
  user: StoredUser;
  grants: readonly UserGrant[];
}

/** `GET /api/Usuario/{IdUsuario}`. */
@Injectable()
export class GetUser {
  constructor(private readonly users: Users) {}

  async execute(scope: Scope, userId: string): Promise<UserWithGrants> {
    const user = await this.users.find(scope, userId);
    if (!user) throw new DomainError('USER_NOT_FOUND');
    // Grants over clients out of reach are not shown to the caller.
    const grants = await this.users.grantsOf(scope, userId);
    const clients = new Set(scope.reaches.map(({ structure }) => structure.clientId));
    return { user, grants: grants.filter(({ clientId }) => clients.has(clientId)) };
  }
}
