import { grouped } from '#infrastructure/typeorm/batches';
import { fromShown } from '#infrastructure/typeorm/documents/shown';
import type { Sql } from '#infrastructure/typeorm/sql';

/** Documents after this code whose row says something else of their values, rows of lists or files than the tables do. */
export async function shownOtherwise(sql: Sql, since = 0): Promise<{ id: string; detail: string }[]> {
  const documents = await sql.rows<{
    id: string;
    code: number;
    deleted_at: number | null;
    shown: string;
    file_count: number;
    files: number;
  }>(
    `SELECT d.id, d.code, d.deleted_at, d.shown, d.file_count,
       (SELECT COUNT(*) FROM document_file f WHERE f.document_code = d.code AND f.deleted_at IS NULL) AS files
     FROM document d WHERE d.code > ?`,
    [since],
  );
  const values = await sql.rows<{ document_code: number; field_code: number; value: string }>(
    'SELECT v.document_code, v.field_code, v.value FROM document_value v WHERE v.document_code > ?',
    [since],
  );
  const links = await sql.rows<{ document_code: number; row_code: number }>(
    'SELECT l.document_code, l.row_code FROM document_list_row l WHERE l.document_code > ?',
    [since],
  );
  const [valuesOf, linksOf] = [grouped(values, (row) => row.document_code), grouped(links, (row) => row.document_code)];
  return documents.flatMap(({ id, code, deleted_at: deletedAt, shown, file_count: fileCount, files }) => {
    const { texts, rowCodes } = fromShown(shown);
    const said = JSON.stringify([[...texts].sort(([a], [b]) => a - b), [...rowCodes].sort((a, b) => a - b), fileCount]);
    const stored = JSON.stringify([
      valuesOf(code)
        .map((row) => [deletedAt === null ? row.field_code : -row.field_code, row.value] as const)
        .sort(([a], [b]) => a - b),
      linksOf(code)
        .map((row) => row.row_code)
        .sort((a, b) => a - b),
      Number(files),
    ]);
    return said === stored ? [] : [{ id, detail: `${said}, stored ${stored}` }];
  });
}
