import { Injectable } from '@nestjs/common';
import { Structures } from '#application/ports/structures';
import type { Actor, Grant } from '#domain/access/actor';
import type { Permission } from '#domain/access/permission';
import { Scope, type Reach, type ReachedPart } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import type { ClientStructure } from '#domain/trees/client-structure';

/** The place that a request names: a client, perhaps one of the units that serve it, perhaps one of its levels. */
export interface Place {
  clientId: string;
  unitId?: string;
  nodeId?: string;
}

/**
 * The only maker of scopes. What a request names and the actor may not use is refused in one way, whether it exists or
 * not (contract §1 "Authorization").
 */
@Injectable()
export class AccessPolicy {
  constructor(private readonly structures: Structures) {}

  async require(actor: Actor, permission: Permission, place: Place): Promise<Scope> {
    const grants = actor.grants.filter((grant) => grant.clientId === place.clientId && grant.permissions.includes(permission));
    const reach = await this.reach(grants, place.unitId);
    if (!reach) throw new DomainError('NOT_PERMITTED');
    const scope = Scope.grant(actor, permission, [reach]);
    if (place.nodeId !== undefined) scope.level(place.nodeId);
    return scope;
  }

  /** For operations that name no client: every client for which the actor holds the permission. */
  async requireAnywhere(actor: Actor, permission: Permission): Promise<Scope> {
    const grants = actor.grants.filter((grant) => grant.permissions.includes(permission));
    const clientIds = [...new Set(grants.map((grant) => grant.clientId))];
    const reaches = await Promise.all(clientIds.map((id) => this.reach(grants.filter((grant) => grant.clientId === id))));
    const held = reaches.filter((reach) => reach !== null);
    if (held.length === 0) throw new DomainError('NOT_PERMITTED');
    return Scope.grant(actor, permission, held);
  }

  /** What several grants over one client reach together; null when it is nothing. */
  private async reach(grants: readonly Grant[], unitId?: string): Promise<Reach | null> {
    const [first] = grants;
    const structure = first && (await this.structures.load(first.clientId, first.structureVersion));
    if (!structure) return null;
    const serving = structure.units.map((unit) => unit.id);
    const usable = grants.filter((grant) => serving.some((id) => (grant.unitId ?? id) === id && (unitId ?? id) === id));
    const parts = usable.map((grant): ReachedPart => ({
      unitIds: grant.unitId === null ? 'all' : [grant.unitId],
      nodeCodes: nodesOf(grant, structure),
    }));
    const held = parts.filter(({ nodeCodes }) => nodeCodes.length > 0);
    return held.length === 0 ? null : { structure, parts: held };
  }
}

function nodesOf({ nodeId }: Grant, structure: ClientStructure): 'all' | number[] {
  if (nodeId === null) return 'all';
  const root = structure.node(nodeId);
  return root ? structure.subtree(root.code) : [];
}
