/**
 * SQLite's index of a table of words, kept by triggers; on the other engines it is an index of the table itself. It holds no text of its own,
 * no positions and no lengths, for nothing is ranked. Raw SQL: TypeORM knows neither virtual tables nor triggers.
 */
export function sqliteWordIndex(table: string): string[] {
  const index = `${table}_index`;
  const remove = `INSERT INTO ${index} (${index}, rowid, words) VALUES ('delete', old.document_code, old.words);`;
  const add = `INSERT INTO ${index} (rowid, words) VALUES (new.document_code, new.words);`;
  return [
    `CREATE VIRTUAL TABLE IF NOT EXISTS ${index} USING fts5(words, content = '${table}', content_rowid = 'document_code', tokenize = 'ascii',
       detail = 'none', columnsize = 0)`,
    `CREATE TRIGGER IF NOT EXISTS ${table}_added AFTER INSERT ON ${table} BEGIN ${add} END`,
    `CREATE TRIGGER IF NOT EXISTS ${table}_removed AFTER DELETE ON ${table} BEGIN ${remove} END`,
    `CREATE TRIGGER IF NOT EXISTS ${table}_changed AFTER UPDATE ON ${table} BEGIN ${remove} ${add} END`,
  ];
}
