const { shownAnew } = await import(new URL('../../dist/src/infrastructure/typeorm/documents/shown.js', import.meta.url));
const { idOf } = await import(new URL('../../dist/src/infrastructure/typeorm/id-bytes.js', import.meta.url));

/** Fills `document.shown` of documents that were inserted by statements, of each client by itself. */
export async function fillShown(connection, above = 0) {
  const [clients] = await connection.query("SELECT DISTINCT client_id FROM document WHERE code > ? AND shown = ''", [above]);
  for (const { client_id: client } of clients) {
    const { sql, parameters } = shownAnew({ isSqlite: false }, idOf(client));
    await connection.query(`UPDATE document SET shown = ${sql} WHERE client_id = ? AND code > ? AND shown = ''`, [
      ...parameters,
      client,
      above,
    ]);
  }
}
