import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock } from '#application/ports/unit-of-work';
import { Users, type UserGrant } from '#application/ports/users';
import { DAY_MS } from '#application/support/settings';
import type { Actor } from '#domain/access/actor';
import { holds, type GrantPlace } from '#domain/access/grant-coverage';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import type { StoredUser } from '#domain/users/user';

/** So long a program goes on for which nobody answers. */
const UNANSWERED_DAYS = 90;

/** Shared by all operations on other users: administrators cannot exceed their own permissions. */
@Injectable()
export class UserAdministration {
  constructor(
    private readonly users: Users,
    private readonly access: AccessPolicy,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** The scope that the actor may administer. */
  scopeOf(actor: Actor): Promise<Scope> {
    return this.access.requireAnywhere(actor, 'user:manage');
  }

  /**
   * A user whom the actor may change; locked inside a transaction. A user with more permissions than the actor is treated as absent. A user
   * without grants may receive any grant of the home client, so only administrators of that whole client may change it; with `giving`, the
   * user's creator may also give the first grants.
   */
  async administered(scope: Scope, userId: string, { giving = false } = {}): Promise<{ user: StoredUser; grants: UserGrant[] }> {
    const user = await this.users.hold(scope, userId);
    const grants = user ? await this.users.grantsOf(scope, userId) : [];
    if (!user || !this.mayChange(scope, user, grants, giving)) throw new DomainError('USER_NOT_FOUND');
    return { user, grants };
  }

  /**
   * A user who will not work any more: the last administrator of a client must stay, as only an operator could restore access. Clients are
   * locked before the user, so that two who make each other leave do not both succeed.
   */
  async leaving(scope: Scope, userId: string, name: string): Promise<StoredUser> {
    const orphaned = await this.users.administeredOnlyBy(scope, userId);
    const { user } = await this.administered(scope, userId);
    if (orphaned.length > 0) throw new DomainError('RULES_BROKEN', [{ path: [name], code: 'LAST_ADMINISTRATOR' }]);
    return user;
  }

  /** Programs live on after the person who answers for them, but not for ever: in a transaction. */
  async orphan(scope: Scope, { id, clientId }: StoredUser): Promise<void> {
    const endsAt = new Date(this.clock.now().getTime() + UNANSWERED_DAYS * DAY_MS);
    for (const userId of await this.users.orphan(scope, id, endsAt))
      await this.audit.record(scope.actor, clientId, 'user.update', { userId, fields: ['responsibleId', 'inactiveFrom'] });
  }

  private mayChange(scope: Scope, user: StoredUser, grants: readonly UserGrant[], giving: boolean): boolean {
    if (grants.length > 0) return grants.every((grant) => this.holdsAll(scope, grant));
    return scope.holdsTree(user.clientId, user.unitId) || (giving && user.createdBy === scope.actor.userId);
  }

  /** Whether the new grants allow anything that the old ones did not. */
  grow(scope: Scope, before: readonly UserGrant[], after: readonly UserGrant[]): boolean {
    const held = before.map(placeOf);
    return !after.every((grant) => {
      const reach = scope.reaches.find(({ structure }) => structure.clientId === grant.clientId);
      return reach !== undefined && holds(held, placeOf(grant), reach.structure);
    });
  }

  /** Whether the actor holds every permission of the grant at its place. */
  holdsAll(scope: Scope, { clientId, unitId, nodeId, profile }: UserGrant): boolean {
    const reach = scope.reaches.find(({ structure }) => structure.clientId === clientId);
    // Includes the right to manage users there: read access alone does not suffice to administer others.
    const wanted = { clientId, unitId, nodeId, permissions: ['user:manage' as const, ...profile.permissions] };
    return reach !== undefined && holds(scope.actor.grants, wanted, reach.structure);
  }
}

const placeOf = ({ profile, ...place }: UserGrant): GrantPlace => ({ ...place, permissions: profile.permissions });
