import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { Users, type UserGrant } from '#application/ports/users';
import type { Actor } from '#domain/access/actor';
import { holds } from '#domain/access/holdings';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import type { StoredUser } from '#domain/users/user';

/** What all operations on other users have in common: nobody administers, or gives, more than what they hold themselves. */
@Injectable()
export class UserAdministration {
  constructor(
    private readonly users: Users,
    private readonly access: AccessPolicy,
  ) {}

  /** Everything that the actor may administer. */
  scopeOf(actor: Actor): Promise<Scope> {
    return this.access.requireAnywhere(actor, 'user:manage');
  }

  /** A user that the actor may change; held when in a transaction. One who holds more than the actor is as absent as one that never existed. */
  async administered(scope: Scope, userId: string): Promise<{ user: StoredUser; grants: UserGrant[] }> {
    const user = await this.users.hold(scope, userId);
    const grants = user ? await this.users.grantsOf(scope, userId) : [];
    if (!user || !grants.every((grant) => this.holdsAll(scope, grant))) throw new DomainError('USER_NOT_FOUND');
    return { user, grants };
  }

  /** Whether the actor holds every permission of the grant where it would be given. */
  holdsAll(scope: Scope, { clientId, unitId, nodeId, profile }: UserGrant): boolean {
    const reach = scope.reaches.find(({ structure }) => structure.clientId === clientId);
    // Also the right to manage users there: to see a place is no power over those who work in it.
    const wanted = { clientId, unitId, nodeId, permissions: ['user:manage' as const, ...profile.permissions] };
    return reach !== undefined && holds(scope.actor.grants, wanted, reach.structure);
  }
}
