import { fromShown } from '#infrastructure/typeorm/documents/shown';
import type { Sql } from '#infrastructure/typeorm/sql';
import { grouped } from '#infrastructure/typeorm/archive/grouped';

/** What each document's row says of its values, rows of lists and files, against the tables. */
export async function expectShownAsStored(sql: Sql): Promise<void> {
  const documents = await sql.rows<{ code: number; shown: string; file_count: number; files: number }>(
    `SELECT d.code, d.shown, d.file_count, (SELECT COUNT(*) FROM document_file f WHERE f.document_code = d.code AND f.deleted_at IS NULL) AS files
     FROM document d`,
  );
  const values = grouped(
    await sql.rows<{ code: number; field: number; value: string }>(
      'SELECT d.code, v.field_code AS field, v.value FROM document d JOIN document_value v ON v.document_code = d.code',
    ),
    ({ code }) => code,
  );
  const rows = grouped(
    await sql.rows<{ code: number; row_code: number }>(
      'SELECT d.code, l.row_code FROM document d JOIN document_list_row l ON l.document_code = d.code',
    ),
    ({ code }) => code,
  );
  expect(documents.length).toBeGreaterThan(0);
  for (const { code, shown, file_count: fileCount, files } of documents) {
    const { texts, rowCodes } = fromShown(shown);
    expect([code, texts, new Set(rowCodes), fileCount]).toEqual([
      code,
      new Map(values(code).map(({ field, value }) => [field, value])),
      new Set(rows(code).map((each) => each.row_code)),
      Number(files),
    ]);
  }
}
