/**
 * Documents, their counts and what is found by have the ids of clients, units and creators in bytes (ADR 8), other tables as text. No engine objects when one
 * is compared with the other: nothing is found.
 */
const IN_BYTES = new Set([
  'document',
  'document_count',
  'document_value',
  'document_list_row',
  'document_words',
  'document_contents',
  'word_outbox',
  'list_row_value',
  'node_field',
  'node_list',
]);
const COLUMN = '(client_id|unit_id|created_by)';
const COMPARED = new RegExp(`(?:\\b(\\w+)\\.)?\\b${COLUMN} (?:=|<>|>|>=|IN|NOT IN) \\(?\\?`, 'g');
const JOINED = new RegExp(`\\b(\\w+)\\.${COLUMN} = (\\w+)\\.(?:\\w*id|created_by)\\b`, 'g');
const INSERTED = /\bINSERT INTO (\w+) \(([^)]*)\) VALUES \(([^)]*)\)/;
const NAMED =
  /\b(?:FROM|JOIN|UPDATE|INTO) (\w+)(?: (?:AS )?(?!WHERE\b|SET\b|ON\b|JOIN\b|LEFT\b|CROSS\b|INNER\b|ORDER\b|GROUP\b|LIMIT\b|VALUES\b)(\w+))?/g;

/** Throws at a comparison of an id in bytes with a text, or the other way round. */
export function expectIdsOfOneKind(sql: string, parameters: readonly unknown[]): void {
  const text = sql.replace(/[`"](\w+)[`"]/g, '$1').replace(/\/\*.*?\*\//gs, '').replace(/'[^']*'/g, "''").replace(/\s+/g, ' '); // prettier-ignore
  const named = [...text.matchAll(NAMED)].map(([, table, alias]) => [alias ?? table, table] as const);
  const tables = new Map(named);
  if (new Set(named.map(String)).size > tables.size) return;
  const isInBytes = (alias: string | undefined) => IN_BYTES.has(tables.get(alias ?? '') ?? '');
  for (const match of text.matchAll(COMPARED)) {
    const alias = match[1] ?? (tables.size === 1 ? [...tables.keys()][0] : undefined);
    if (alias === undefined || !tables.has(alias)) continue;
    const value = parameters[text.slice(0, match.index).split('?').length - 1];
    if (value !== null && value instanceof Uint8Array !== isInBytes(alias))
      throw new Error(`${alias}.${match[2]} is compared with ${isInBytes(alias) ? 'a text' : 'bytes'}: ${text}`);
  }
  const [, table = '', columns = '', values = ''] = INSERTED.exec(text) ?? [];
  if (IN_BYTES.has(table) && /^[?, ]*$/.test(values))
    columns.split(', ').forEach((column, at) => {
      if (new RegExp(`^${COLUMN}$`).test(column) && !(parameters[at] instanceof Uint8Array)) throw new Error(`${table}.${column} is written as a text: ${text}`); // prettier-ignore
    });
  for (const [, one, , other] of text.matchAll(JOINED))
    if (isInBytes(one) !== isInBytes(other)) throw new Error(`${one} and ${other} have ids of different kinds: ${text}`);
}
