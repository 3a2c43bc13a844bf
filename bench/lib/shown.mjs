/** Fills `document.shown` (src/infrastructure/typeorm/documents/shown.ts) of documents that were inserted by statements. */
export const fillShown = (connection, above = 0) =>
  connection.query(
    `UPDATE document SET shown = CONCAT('{"v":',
       COALESCE((SELECT JSON_OBJECTAGG(v.field_code, v.value) FROM document_value v WHERE v.document_code = document.code), '{}'), ',"r":',
       COALESCE((SELECT JSON_ARRAYAGG(l.row_code) FROM document_list_row l WHERE l.document_code = document.code), '[]'), '}')
     WHERE code > ? AND shown = ''`,
    [above],
  );
