import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Sessions, type UserGrant, Users } from '#application/ports/users';
import { StructureHold } from '#application/ports/structure';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { Scope } from '#domain/access/scope';
import { DomainError, type FieldPath, type FieldProblem } from '#domain/errors';
import type { ClientStructure } from '#domain/trees/client-structure';
import { UserAdministration } from './user-administration';

export interface GrantInput {
  clientId: string;
  unitId: string | null;
  nodeId: string | null;
  profileId: string;
  path: FieldPath;
}

/**
 * `PUT /api/Usuario/{IdUsuario}/Permissoes`: replaces the user's grants over the reachable clients. An increase ends the user's sessions,
 * since they were opened by someone who knew the password of a user with fewer permissions.
 */
@Injectable()
export class SetPermissions {
  constructor(
    private readonly users: Users,
    private readonly administration: UserAdministration,
    private readonly structure: StructureHold,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly sessions: Sessions,
  ) {}

  async execute(scope: Scope, userId: string, inputs: readonly GrantInput[]): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.structure.hold(scope);
      const { user, grants: before } = await this.administration.administered(scope, userId, { giving: true });
      const grants = await this.read(scope, inputs);
      await this.users.replaceGrants(scope, userId, grants);
      if (this.administration.grow(scope, before, grants)) await this.sessions.endAll(userId);
      await this.audit.record(scope.actor, user.clientId, 'user.grants', {
        userId,
        grants: grants.map(({ clientId, unitId, nodeId, profile }) => [clientId, unitId ?? '*', nodeId ?? '*', profile.id].join(' ')),
      });
    });
  }

  private async read(scope: Scope, inputs: readonly GrantInput[]): Promise<UserGrant[]> {
    const profiles = new Map((await this.users.profiles(inputs.map(({ profileId }) => profileId))).map((profile) => [profile.id, profile]));
    const [invalid, beyond]: [FieldProblem[], FieldProblem[]] = [[], []];
    const grants = inputs.flatMap(({ path, profileId, ...place }): UserGrant[] => {
      const profile = profiles.get(profileId);
      const unknown = [...this.unknownIn(scope, place), ...(profile ? [] : ['profileId'])];
      invalid.push(...unknown.map((name) => ({ path: [...path, name], code: 'UNKNOWN_ID' as const })));
      if (!profile || unknown.length > 0) return [];
      const grant = { ...place, profile };
      if (!this.administration.holdsAll(scope, grant)) beyond.push({ path: [...path, 'profileId'], code: 'BEYOND_OWN' });
      return [grant];
    });
    if (invalid.length > 0) throw new DomainError('INPUT_INVALID', [...invalid, ...beyond]);
    if (beyond.length > 0) throw new DomainError('RULES_BROKEN', beyond);
    return grants;
  }

  /** Unknown and forbidden clients, units and levels get the same answer; who holds the whole client is told what it does not have. */
  private unknownIn(scope: Scope, { clientId, unitId, nodeId }: Omit<GrantInput, 'profileId' | 'path'>): ('unitId' | 'nodeId')[] {
    const reach = scope.reaches.find(({ structure }) => structure.clientId === clientId);
    const node = nodeId === null ? undefined : reach?.structure.node(nodeId);
    if (reach && scope.holdsTree(clientId, null)) {
      const isUnit = unitId === null || isUnitOf(reach.structure, unitId);
      return [...(isUnit ? [] : ['unitId' as const]), ...(nodeId === null || node ? [] : ['nodeId' as const])];
    }
    const knowsUnit =
      unitId === null ||
      reach?.parts.some(({ unitIds }) => (unitIds === 'all' ? isUnitOf(reach.structure, unitId) : unitIds.includes(unitId)));
    const knowsNode = nodeId === null || (node !== undefined && scope.reachesNode(clientId, node.code, unitId ?? undefined));
    if (!reach || !knowsUnit || !knowsNode) throw new DomainError('NOT_PERMITTED');
    return [];
  }
}

const isUnitOf = ({ units }: ClientStructure, unitId: string) => units.some(({ id }) => id === unitId);
