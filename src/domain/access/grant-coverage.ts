import type { ClientStructure } from '#domain/trees/client-structure';
import type { Grant } from './actor';

export type GrantPlace = Pick<Grant, 'clientId' | 'unitId' | 'nodeId' | 'permissions'>;

/**
 * Whether someone with these grants holds everything that another grant would give: each permission, at that place or
 * above it. Nobody gives, or takes over by a new password, more than that.
 */
export function holds(grants: readonly GrantPlace[], wanted: GrantPlace, structure: ClientStructure): boolean {
  const covering = grants.filter((grant) => reaches(grant, wanted, structure));
  return wanted.permissions.every((permission) => covering.some((grant) => grant.permissions.includes(permission)));
}

function reaches(grant: GrantPlace, wanted: GrantPlace, structure: ClientStructure): boolean {
  if (grant.clientId !== wanted.clientId) return false;
  if (grant.unitId !== null && grant.unitId !== wanted.unitId) return false;
  if (grant.nodeId === null) return true;
  const [top, node] = [structure.node(grant.nodeId), wanted.nodeId === null ? undefined : structure.node(wanted.nodeId)];
  return top !== undefined && node !== undefined && structure.subtree(top.code).includes(node.code);
}
