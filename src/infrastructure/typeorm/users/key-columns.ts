import type { CallersKey } from '#application/ports/users';
import { readPermissions } from '#domain/access/permission';
import { idOf } from '../id-bytes';

/** The last use of a key is written this often at most: a call reads its key, and seldom writes it. */
export const USE_NOTED_MS = 600_000;

/** Of the key that a call or its session came with, if any, as joined columns. */
export interface KeyRow {
  key_id: string | null;
  key_client: Uint8Array | null;
  key_permissions: string | null;
  key_node: string | null;
  key_networks: string | null;
  key_ends_at: number | null;
  key_used_at: number | null;
  read_at: number;
}

export const keyColumns = `api_key.id AS key_id, api_key.client_id AS key_client, api_key.permissions AS key_permissions,
  api_key.node_id AS key_node, api_key.networks AS key_networks, api_key.ends_at AS key_ends_at, api_key.last_used_at AS key_used_at`;

/** None: any. */
export const networksIn = ({ key_networks: networks }: Pick<KeyRow, 'key_networks'>): string[] => JSON.parse(networks ?? '[]') as string[];

export function keyOf(row: KeyRow): CallersKey | null {
  if (row.key_id === null || row.key_client === null) return null;
  return {
    id: row.key_id,
    clientId: idOf(row.key_client),
    permissions: readPermissions((row.key_permissions ?? '').split(' ')),
    nodeId: row.key_node,
    networks: networksIn(row),
    leftMs: Number(row.key_ends_at) - row.read_at,
    isUseDue: Number(row.key_used_at) < row.read_at - USE_NOTED_MS,
  };
}
