import type { ClientStructure } from '#domain/trees/client-structure';
import type { Grant } from './actor';
import type { Permission } from './permission';

/** What a key is for: these permissions in its client, or at one level of it and below. */
export interface KeyPlace {
  clientId: string;
  permissions: readonly Permission[];
  nodeId: string | null;
}

/**
 * What a program must never do, whatever its account is granted: who makes users could make itself more than its key, and a webhook would go on
 * sending what the account may see when the key has ended.
 */
const NEVER_OF_PROGRAMS: readonly Permission[] = ['user:manage', 'webhook:manage'];
export const isOfPrograms = (permission: Permission): boolean => !NEVER_OF_PROGRAMS.includes(permission);

/** What a key leaves of the grants of its account. `structure`: of its client, where the key is for a level. */
export function withinKey(grants: readonly Grant[], key: KeyPlace, structure: ClientStructure | null): Grant[] {
  return grants.flatMap((grant) => {
    const nodeId = grant.clientId === key.clientId ? narrower(grant.nodeId, key.nodeId, structure) : undefined;
    const permissions = grant.permissions.filter((permission) => key.permissions.includes(permission));
    return nodeId === undefined || permissions.length === 0 ? [] : [{ ...grant, nodeId, permissions }];
  });
}

/** The level of the two that is under the other; undefined if neither is. */
function narrower(granted: string | null, ofKey: string | null, structure: ClientStructure | null): string | null | undefined {
  if (ofKey === null) return granted;
  if (granted === null) return ofKey;
  if (isUnder(granted, ofKey, structure)) return granted;
  return isUnder(ofKey, granted, structure) ? ofKey : undefined;
}

function isUnder(nodeId: string, topId: string, structure: ClientStructure | null): boolean {
  const [node, top] = [structure?.node(nodeId), structure?.node(topId)];
  return structure !== null && node !== undefined && top !== undefined && structure.subtree(top.code).includes(node.code);
}
