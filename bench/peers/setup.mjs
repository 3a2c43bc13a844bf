/** Common set-up of the compared systems. */
import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import { pieces } from '../lib/items.mjs';

export const randomSecret = () => randomBytes(24).toString('hex');

/** Calls of a JSON API that must succeed. */
export const api =
  (address, headers = {}) =>
  async (method, path, body) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 1000)}`);
    return text ? JSON.parse(text) : null;
  };

/** @param rowOf what a row holds of an item and its number */
export async function insertAll(database, table, columns, count, rowOf) {
  const connection = await createConnection(database.href);
  for (const piece of pieces(count)) {
    await connection.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ?`, [piece.map(([n, item]) => rowOf(item, n))]);
  }
  await connection.query(`ANALYZE TABLE ${table}`);
  await connection.end();
}

/** Fails unless the table has what a contestant was asked to make through its own settings: an index of each of these columns. */
export async function mustHaveIndexes(database, table, columns) {
  const connection = await createConnection(database.href);
  const [rows] = await connection.query(
    'SELECT column_name AS name FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND seq_in_index = 1',
    [table],
  );
  await connection.end();
  const missing = columns.filter((column) => !rows.some(({ name }) => name === column));
  if (missing.length > 0) throw new Error(`${table} has no index of ${missing.join(' and ')}`);
}
