import type { Hash, TreeReader } from '#libs/merkle-log';
import type { Parameter, Sql } from '../sql';

/** The Merkle tree of a client's log, as it is stored. Raw SQL: ranges of primary keys, for every proof and every sealed head. */
export function treeReader(sql: Sql, clientId: string): TreeReader {
  const hashes = async (statement: string, parameters: Parameter[]): Promise<Hash[]> => {
    const rows = await sql.rows<{ hash: string }>(statement, [clientId, ...parameters]);
    return rows.map(({ hash }) => Buffer.from(hash, 'base64url'));
  };
  return {
    leaves: (from, to) =>
      hashes(
        'SELECT e.hash FROM event_log l JOIN event e ON e.log_code = l.code WHERE l.client_id = ? AND e.position > ? AND e.position <= ? ORDER BY e.position',
        [from, to],
      ),
    nodes: (level, from, to) =>
      hashes(
        'SELECT n.hash FROM event_log l JOIN event_node n ON n.log_code = l.code WHERE l.client_id = ? AND n.level = ? AND n.idx >= ? AND n.idx < ? ORDER BY n.idx',
        [level, from, to],
      ),
  };
}
