const { shownAnew } = await import(new URL('../../dist/src/infrastructure/typeorm/documents/shown.js', import.meta.url));

/** Fills `document.shown` of documents that were inserted by statements. */
export const fillShown = (connection, above = 0) =>
  connection.query(`UPDATE document SET shown = ${shownAnew({ isSqlite: false })} WHERE code > ? AND shown = ''`, [above]);
