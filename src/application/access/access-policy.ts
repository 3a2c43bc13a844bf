import { Injectable } from '@nestjs/common';
import { Structures } from '#application/ports/structure';
import type { Actor, Grant } from '#domain/access/actor';
import type { Permission } from '#domain/access/permission';
import { Scope, type Reach, type ReachedPart } from '#domain/access/scope';
import { DomainError, unknownId } from '#domain/errors';
import type { ClientStructure } from '#domain/trees/client-structure';

/** The place that a request names: a client, perhaps one of the units that serve it, perhaps one of its levels. */
export interface Place {
  clientId: string;
  unitId?: string;
  nodeId?: string;
}

/**
 * The only place where scopes are made. A place that the actor may not use is refused like one that does not exist.
 */
@Injectable()
export class AccessPolicy {
  constructor(private readonly structures: Structures) {}

  async require(actor: Actor, permission: Permission, place: Place): Promise<Scope> {
    const { clientId, unitId, nodeId } = place;
    const scope = await this.ofClient(actor, permission, clientId, unitId);
    if (!scope && unitId !== undefined) await this.refuseUnit(actor, permission, clientId);
    if (nodeId !== undefined) scope?.level(nodeId, ['nodeId']);
    return required(scope);
  }

  /** Who sees all units of the client is told that it has no such unit. */
  private async refuseUnit(actor: Actor, permission: Permission, clientId: string): Promise<void> {
    const scope = await this.ofClient(actor, permission, clientId);
    if (scope?.holdsWholeClient()) throw unknownId(['unitId']);
  }

  /** For operations about a unit: every client of the unit for which the actor holds the permission over the whole tree. */
  async requireWholeClients(actor: Actor, permission: Permission, unitId: string): Promise<Scope> {
    return required(await this.over(actor, permission, (grant) => grant.nodeId === null, unitId));
  }

  /** For operations that name no client: every client for which the actor holds the permission. */
  async requireAnywhere(actor: Actor, permission: Permission): Promise<Scope> {
    return required(await this.over(actor, permission, () => true));
  }

  /** Null if the actor lacks the permission there. */
  ofClient(actor: Actor, permission: Permission, clientId: string, unitId?: string): Promise<Scope | null> {
    return this.over(actor, permission, (grant) => grant.clientId === clientId, unitId);
  }

  /** Every client of the unit over any part of which the actor holds the permission; null: none. */
  ofUnit(actor: Actor, permission: Permission, unitId: string): Promise<Scope | null> {
    return this.over(actor, permission, () => true, unitId);
  }

  /** Whether grants give the permission over any part of the client. */
  async isHeld(grants: readonly Grant[], permission: Permission, clientId: string): Promise<boolean> {
    return (await this.reaches(grants, permission, (grant) => grant.clientId === clientId)).length > 0;
  }

  private async over(actor: Actor, permission: Permission, counts: (grant: Grant) => boolean, unitId?: string): Promise<Scope | null> {
    const held = await this.reaches(actor.grants, permission, counts, unitId);
    return held.length === 0 ? null : Scope.grant(actor, permission, held);
  }

  private async reaches(
    held: readonly Grant[],
    permission: Permission,
    counts: (grant: Grant) => boolean,
    unitId?: string,
  ): Promise<Reach[]> {
    const grants = held.filter((grant) => grant.permissions.includes(permission) && counts(grant));
    const clientIds = [...new Set(grants.map(({ clientId }) => clientId))];
    const ofClient = (id: string) => grants.filter(({ clientId }) => clientId === id);
    const reaches = await Promise.all(clientIds.map((id) => this.reach(ofClient(id), unitId)));
    return reaches.filter((reach) => reach !== null);
  }

  /** The combined reach of several grants over one client; null when it is empty. */
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

function required(scope: Scope | null): Scope {
  if (!scope) throw new DomainError('NOT_PERMITTED');
  return scope;
}

function nodesOf({ nodeId }: Grant, structure: ClientStructure): 'all' | number[] {
  if (nodeId === null) return 'all';
  const root = structure.node(nodeId);
  return root ? structure.subtree(root.code) : [];
}
