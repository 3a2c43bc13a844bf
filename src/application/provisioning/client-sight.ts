import { holds } from '#domain/access/grant-coverage';
import type { Permission } from '#domain/access/permission';
import type { Scope } from '#domain/access/scope';
import type { ArchiveImage } from '#domain/provisioning/archive-image';

/** What an administrator sees of the client's archive file: each part by the permission of the operations that show the same. */
export class ClientSight {
  constructor(readonly scope: Scope) {}

  /** For the whole client, whatever unit serves it. */
  holds(permission: Permission): boolean {
    const { units } = this.scope.client.structure;
    return (units.length > 0 ? units.map(({ id }) => id) : [null]).every((unitId) => this.holdsAt(unitId, permission));
  }

  /** Users, what they may do, and the profiles that say so. */
  get people(): boolean {
    return this.holds('user:manage');
  }

  /** The contracts of a unit are shown to whom its bills are shown. */
  bills(unitId: string): boolean {
    return this.holdsAt(unitId, 'billing:view');
  }

  /** Without the contracts that are not shown. */
  of(image: ArchiveImage): ArchiveImage {
    return { ...image, contracts: new Map([...image.contracts].filter(([, { unitId }]) => this.bills(unitId))) };
  }

  private holdsAt(unitId: string | null, permission: Permission): boolean {
    const { actor, clientId, client } = this.scope;
    return holds(actor.grants, { clientId, unitId, nodeId: null, permissions: [permission] }, client.structure);
  }
}
