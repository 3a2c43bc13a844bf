import { Injectable } from '@nestjs/common';
import { Structures } from '#application/ports/structures';
import type { Actor, Grant } from '#domain/access/actor';
import type { Permission } from '#domain/access/permission';
import { Scope, type Reach } from '#domain/access/scope';
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
    const usable = grants.filter((grant) => unitsOf(grant, serving).some((id) => unitId === undefined || id === unitId));
    const unitIds = unitId === undefined ? [...new Set(usable.flatMap((grant) => unitsOf(grant, serving)))] : [unitId];
    const nodeCodes = nodesOf(usable, structure);
    return usable.length === 0 || nodeCodes.length === 0 ? null : { structure, nodeCodes, unitIds };
  }
}

function unitsOf(grant: Grant, serving: readonly string[]): readonly string[] {
  return grant.unitId === null ? serving : serving.filter((id) => id === grant.unitId);
}

function nodesOf(grants: readonly Grant[], structure: ClientStructure): 'all' | number[] {
  if (grants.some((grant) => grant.nodeId === null)) return 'all';
  const roots = grants.map((grant) => structure.node(grant.nodeId as string)).filter((node) => node !== undefined);
  return [...new Set(roots.flatMap((node) => structure.subtree(node.code)))];
}
