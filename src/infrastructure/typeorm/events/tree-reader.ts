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
      hashes('SELECT e.hash FROM event e WHERE e.client_id = ? AND e.position > ? AND e.position <= ? ORDER BY e.position', [from, to]),
    nodes: (level, from, to) =>
      hashes('SELECT n.hash FROM event_node n WHERE n.client_id = ? AND n.level = ? AND n.idx >= ? AND n.idx < ? ORDER BY n.idx', [
        level,
        from,
        to,
      ]),
  };
}
