import { wordsOf } from '#domain/documents/words';
import { grouped } from '#infrastructure/typeorm/batches';
import { fromShown } from '#infrastructure/typeorm/documents/shown';
import type { Sql } from '#infrastructure/typeorm/sql';

/** Documents after this code whose row, copies of list values or words say something else than the tables do. */
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
       (SELECT COUNT(*) FROM document_file f WHERE f.client_id = d.client_id AND f.document_code = d.code AND f.deleted_at IS NULL) AS files
     FROM document d WHERE d.code > ?`,
    [since],
  );
  const values = await sql.rows<{ document_code: number; field_code: number; value: string }>(
    'SELECT v.document_code, v.field_code, v.value FROM document_value v WHERE v.from_list = 0 AND v.document_code > ?',
    [since],
  );
  const links = await sql.rows<{ document_code: number; row_code: number }>(
    'SELECT l.document_code, l.row_code FROM document_list_row l WHERE l.document_code > ?',
    [since],
  );
  const copied = await copiedOtherwise(sql, since);
  const worded = await wordedOtherwise(sql, since);
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
    if (copied.has(code)) return [{ id, detail: `values of lists: ${copied.get(code)}` }];
    if (worded.has(code)) return [{ id, detail: `words: ${worded.get(code)}` }];
    return said === stored ? [] : [{ id, detail: `${said}, stored ${stored}` }];
  });
}

/** Levels whose counts are not those of their documents. */
export async function countedOtherwise(sql: Sql): Promise<{ level: number; detail: string }[]> {
  type Row = { node_code: number; live: number; deleted: number };
  const read = (columns: string, table: string) =>
    `SELECT t.client_id, t.node_code, ${columns} FROM ${table} t GROUP BY t.client_id, t.node_code`;
  const documents = 'SUM(CASE WHEN t.deleted_at IS NULL THEN 1 ELSE 0 END) AS live, COUNT(t.deleted_at) AS deleted';
  // One statement: both are of one moment.
  const rows = await sql.rows<Row>(
    `SELECT x.node_code, SUM(x.live) AS live, SUM(x.deleted) AS deleted FROM (${read(documents, 'document')}
       UNION ALL ${read('-SUM(t.live), -SUM(t.deleted)', 'document_count')}) x GROUP BY x.client_id, x.node_code`,
  );
  return rows.flatMap(({ node_code: level, live, deleted }) =>
    Number(live) === 0 && Number(deleted) === 0 ? [] : [{ level, detail: `${Number(live)} and deleted ${Number(deleted)} not counted` }],
  );
}

/** Documents whose copies of list values are not the cells of their rows: both, in words. */
async function copiedOtherwise(sql: Sql, since: number): Promise<Map<number, string>> {
  type Row = { code: number; field_code: number; value_key: string; node_code: number };
  const copies = await sql.rows<Row>(
    'SELECT v.document_code AS code, v.field_code, v.value_key, v.node_code FROM document_value v WHERE v.from_list = 1 AND v.document_code > ?',
    [since],
  );
  const cells = await sql.rows<Row>(
    `SELECT d.code, CASE WHEN d.deleted_at IS NULL THEN v.field_code ELSE -v.field_code END AS field_code, v.value_key, d.node_code
     FROM document d JOIN document_list_row l ON l.client_id = d.client_id AND l.document_code = d.code JOIN list_row_value v
       ON v.client_id = d.client_id AND v.row_code = l.row_code WHERE d.code > ?`,
    [since],
  );
  const wordsOf = (rows: readonly Row[]) =>
    rows.map((row) => `${Number(row.field_code)} ${row.value_key} ${row.node_code}`).sort().join(); // prettier-ignore
  const [copiesOf, cellsOf] = [grouped(copies, (row) => row.code), grouped(cells, (row) => row.code)];
  const codes = new Set([...copies, ...cells].map(({ code }) => code));
  const differing = [...codes].filter((code) => wordsOf(copiesOf(code)) !== wordsOf(cellsOf(code)));
  return new Map(differing.map((code) => [code, `${wordsOf(copiesOf(code))}, cells ${wordsOf(cellsOf(code))}`]));
}

/** Documents whose words are not those of their texts, their own and those of their rows: both, in words. */
async function wordedOtherwise(sql: Sql, since: number): Promise<Map<number, string>> {
  const texts = await sql.rows<{ code: number; field_code: number; value: string }>(
    `SELECT v.document_code AS code, f.code AS field_code, v.value FROM document_value v, field f
     WHERE v.from_list = 0 AND v.document_code > ? AND f.client_id = v.client_id AND f.code IN (v.field_code, -v.field_code) AND f.type = 'text'
     UNION ALL SELECT l.document_code, f.code, c.value FROM document_list_row l, document d, list_row_value c, field f
     WHERE l.document_code > ? AND d.client_id = l.client_id AND d.code = l.document_code AND c.client_id = d.client_id AND c.row_code = l.row_code
       AND f.client_id = d.client_id AND f.code = c.field_code AND f.type = 'text'`,
    [since, since],
  );
  const stored = await sql.rows<{ code: number; words: string }>(
    'SELECT w.document_code AS code, w.words FROM document_words w WHERE w.document_code > ?',
    [since],
  );
  const textsOf = grouped(texts, (row) => row.code);
  const wanted = (code: number) =>
    [...new Set(textsOf(code).flatMap((row) => wordsOf(row.value).map((word) => `f${row.field_code}x${word}`)))].sort().join(' '); // prettier-ignore
  const found = new Map(stored.map(({ code, words }) => [code, words.trim()]));
  const codes = new Set([...texts.map((row) => row.code), ...found.keys()]);
  const differing = [...codes].filter((code) => (found.get(code) ?? '') !== wanted(code));
  return new Map(differing.map((code) => [code, `${found.get(code)}, texts ${wanted(code)}`]));
}
