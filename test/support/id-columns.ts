/** Tables of logs: sixteen zero bytes are the service's own. Elsewhere they are nobody's id. */
const OF_LOGS = ['event', 'event_node', 'event_log', 'event_outbox', 'event_writer', 'client_guard', 'object_journal', 'repeatable_call'];
/** Ids of clients are bytes in every table, but where other callers are counted as well; other ids in these columns (ADR 8). */
const OTHERS_IN_BYTES = new Set([
  'document.unit_id',
  'document.created_by',
  'client.id',
  // The hash of a client, asked of the keyspace `archive` of Vitess.
  'archive.id',
]);
const isInBytes = (table: string, column: string) =>
  OTHERS_IN_BYTES.has(`${table}.${column}`) || (/^(home_)?client_id$/.test(column) && table !== 'rate_window');
const COLUMN = '((?:home_)?client_id|unit_id|created_by|id)';
const COMPARED = new RegExp(`(?:\\b(\\w+)\\.)?\\b${COLUMN} (?:=|<>|>|>=|IN|NOT IN) \\(?\\?`, 'g');
const JOINED = new RegExp(`\\b(\\w+)\\.${COLUMN} = (\\w+)\\.(\\w*id|created_by)\\b`, 'g');
const INSERTED = /\bINSERT INTO (\w+) \(([^)]*)\) VALUES \(([^)]*)\)/;
const NAMED =
  /\b(?:FROM|JOIN|UPDATE|INTO) (\w+)(?: (?:AS )?(?!WHERE\b|SET\b|ON\b|JOIN\b|LEFT\b|CROSS\b|INNER\b|ORDER\b|GROUP\b|LIMIT\b|VALUES\b|FOR\b|UNION\b)(\w+))?/g;

function wrongIn(table: string, column: string, value: unknown, isCursor = false): string | null {
  // What was set aside is as somebody else has written it.
  if (value === null || table === 'event_refused') return null;
  if (!(value instanceof Uint8Array)) return isInBytes(table, column) ? 'a text' : null;
  if (!isInBytes(table, column)) return 'bytes';
  if (value.length !== 16) return `${value.length} bytes`;
  return isCursor || OF_LOGS.includes(table) || value.some((byte) => byte !== 0) ? null : 'zero bytes';
}

/** Throws at a comparison of an id in bytes with a text, or the other way round: no engine objects, and nothing is found. */
export function expectIdsOfOneKind(sql: string, parameters: readonly unknown[]): void {
  const text = sql.replace(/[`"](\w+)[`"]/g, '$1').replace(/\/\*.*?\*\//gs, '').replace(/'[^']*'/g, "''").replace(/\s+/g, ' '); // prettier-ignore
  const named = [...text.matchAll(NAMED)].map(([, table, alias]) => [alias ?? table, table] as const);
  const tables = new Map(named);
  if (new Set(named.map(String)).size > tables.size) return;
  for (const match of text.matchAll(COMPARED)) {
    const alias = match[1] ?? (tables.size === 1 ? [...tables.keys()][0] : undefined);
    if (alias === undefined || !tables.has(alias)) continue;
    const value = parameters[text.slice(0, match.index).split('?').length - 1];
    // Before all clients.
    const isCursor = text.includes(`${match[2]} > ?`);
    const wrong = wrongIn(tables.get(alias) ?? '', match[2] as string, value, isCursor);
    if (wrong) throw new Error(`${alias}.${match[2]} is compared with ${wrong}: ${text}`);
  }
  const [, table = '', columns = '', values = ''] = INSERTED.exec(text) ?? [];
  // The first row; what is not given as a parameter has no place among them.
  const given = values.split(', ');
  columns.split(', ').forEach((column, at) => {
    if (!new RegExp(`^${COLUMN}$`).test(column) || given[at] !== '?') return;
    const wrong = wrongIn(table, column, parameters[given.slice(0, at).filter((value) => value === '?').length]);
    if (wrong) throw new Error(`${table}.${column} is written as ${wrong}: ${text}`);
  });
  for (const [, one = '', column = '', other = '', its = ''] of text.matchAll(JOINED)) {
    const [left, right] = [tables.get(one), tables.get(other)];
    if (left !== undefined && right !== undefined && isInBytes(left, column) !== isInBytes(right, its))
      throw new Error(`${one} and ${other} have ids of different kinds: ${text}`);
  }
}
