import type { Hash, TreeReader } from '#libs/merkle-log';
import { logBytes } from '../log-bytes';
import type { Parameter, Sql } from '../sql';

/** The Merkle tree of a client's log, as it is stored. Raw SQL: ranges of primary keys, for every proof and every sealed head. */
export function treeReader(sql: Sql, clientId: string): TreeReader {
  const hashes = async (statement: string, parameters: Parameter[]): Promise<Hash[]> => {
    const rows = await sql.rows<{ hash: string }>(statement, [logBytes(clientId), ...parameters]);
    return rows.map(({ hash }) => Buffer.from(hash, 'base64url'));
  };
  return {
    leaves: (from, to) =>
      hashes('SELECT hash FROM event WHERE client_id = ? AND position > ? AND position <= ? ORDER BY position', [from, to]),
    nodes: (level, from, to) =>
      hashes('SELECT hash FROM event_node WHERE client_id = ? AND level = ? AND idx >= ? AND idx < ? ORDER BY idx', [level, from, to]),
  };
}
