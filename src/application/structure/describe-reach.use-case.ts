import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { Boxes, SignatureOrigins, type SignatureOrigin } from '#application/ports/structure';
import type { Actor } from '#domain/access/actor';
import { PERMISSIONS, type Permission } from '#domain/access/permission';
import type { Reach, Scope } from '#domain/access/scope';
import type { Box } from '#domain/boxes/box';
import type { Level } from '#domain/trees/client-structure';

/** Maximum number of boxes listed; an archive may have many more. */
const BOXES_SHOWN = 1000;

export interface ReachedClient {
  id: string;
  name: string;
  levels: { level: Level; permissions: Permission[] }[];
  boxes: (Box & { typeName: string })[];
  origins: SignatureOrigin[];
}

export interface ReachedUnit {
  id: string;
  name: string;
  clients: ReachedClient[];
}

/** `GET /api/Estrutura`: all ids that the caller can access. */
@Injectable()
export class DescribeReach {
  constructor(
    private readonly access: AccessPolicy,
    private readonly boxes: Boxes,
    private readonly origins: SignatureOrigins,
  ) {}

  async execute(scope: Scope): Promise<ReachedUnit[]> {
    const [boxes, origins, perPermission] = await Promise.all([
      this.boxes.list(scope, BOXES_SHOWN),
      this.origins.list(scope),
      this.scopesOf(scope.actor),
    ]);
    const units = new Map<string, ReachedUnit>();
    for (const reach of scope.reaches) {
      const { clientId } = reach.structure;
      for (const unit of reach.structure.units.filter(({ id }) =>
        reach.parts.some(({ unitIds }) => unitIds === 'all' || unitIds.includes(id)),
      )) {
        const shown = units.get(unit.id) ?? { id: unit.id, name: unit.name, clients: [] };
        shown.clients.push({
          id: clientId,
          name: reach.structure.clientName,
          levels: levelsOf(reach, perPermission),
          boxes: boxes.filter((box) => box.clientId === clientId && (box.unitId === null || box.unitId === unit.id)),
          origins: origins.filter((origin) => origin.clientId === clientId),
        });
        units.set(unit.id, shown);
      }
    }
    return [...units.values()];
  }

  /** One scope per permission that the actor holds: grants differ by level. */
  private async scopesOf(actor: Actor): Promise<Scope[]> {
    const held = PERMISSIONS.filter((permission) => actor.grants.some((grant) => grant.permissions.includes(permission)));
    return Promise.all(held.map((permission) => this.access.requireAnywhere(actor, permission)));
  }
}

function levelsOf({ structure }: Reach, scopes: readonly Scope[]): ReachedClient['levels'] {
  return structure.nodes.flatMap((node) => {
    const permissions = scopes.filter((scope) => scope.reachesNode(structure.clientId, node.code)).map((scope) => scope.permission);
    const level = structure.levelByCode(node.code);
    return permissions.length === 0 || !level ? [] : [{ level, permissions }];
  });
}
