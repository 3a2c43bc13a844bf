import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { Users, type UserGrant } from '#application/ports/users';
import type { Actor } from '#domain/access/actor';
import { holds, type GrantPlace } from '#domain/access/grant-coverage';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import type { StoredUser } from '#domain/users/user';

/** Shared by all operations on other users: administrators never exceed their own permissions. */
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

  /**
   * A user that the actor may change; held when in a transaction. One who holds more than the actor is as absent as one
   * that never existed. A user without grants may be given any of the home client's, so only who manages users of that
   * whole client changes it; `giving`: the first grants come from the user's creator, too.
   */
  async administered(scope: Scope, userId: string, { giving = false } = {}): Promise<{ user: StoredUser; grants: UserGrant[] }> {
    const user = await this.users.hold(scope, userId);
    const grants = user ? await this.users.grantsOf(scope, userId) : [];
    if (!user || !this.mayChange(scope, user, grants, giving)) throw new DomainError('USER_NOT_FOUND');
    return { user, grants };
  }

  private mayChange(scope: Scope, user: StoredUser, grants: readonly UserGrant[], giving: boolean): boolean {
    if (grants.length > 0) return grants.every((grant) => this.holdsAll(scope, grant));
    return scope.holdsTree(user.clientId, user.unitId) || (giving && user.createdBy === scope.actor.userId);
  }

  /** Whether the user may do anything with the new grants that was not possible with those before. */
  grow(scope: Scope, before: readonly UserGrant[], after: readonly UserGrant[]): boolean {
    const held = before.map(placeOf);
    return !after.every((grant) => {
      const reach = scope.reaches.find(({ structure }) => structure.clientId === grant.clientId);
      return reach !== undefined && holds(held, placeOf(grant), reach.structure);
    });
  }

  /** Whether the actor holds every permission of the grant where it would be given. */
  holdsAll(scope: Scope, { clientId, unitId, nodeId, profile }: UserGrant): boolean {
    const reach = scope.reaches.find(({ structure }) => structure.clientId === clientId);
    // Also the right to manage users there: to see a place is no power over those who work in it.
    const wanted = { clientId, unitId, nodeId, permissions: ['user:manage' as const, ...profile.permissions] };
    return reach !== undefined && holds(scope.actor.grants, wanted, reach.structure);
  }
}

const placeOf = ({ profile, ...place }: UserGrant): GrantPlace => ({ ...place, permissions: profile.permissions });
