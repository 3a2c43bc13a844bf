/**
 * Database size of a document, by table and index: see bench/results/table-sizes.md and docs/scaling.md.
 *
 *   node bench/table-sizes.mjs [--documents 200000] [--no-results]
 *
 * Wants a build. Documents of six values, one list row, one file and one audit event each are inserted with all indexes in place; sizes are
 * read from InnoDB before and after OPTIMIZE TABLE.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startServers } from '../scripts/servers.mjs';
import { line, machine } from './lib/report.mjs';
import { openBed } from './lib/search-bed.mjs';
import { HERE } from './lib/service.mjs';
import { saying } from './lib/process.mjs';

const RESULTS = fileURLToPath(new URL('results/table-sizes.json', import.meta.url));
const { values: options } = parseArgs({
  options: { documents: { type: 'string', default: '200000' }, results: { type: 'boolean', default: true } },
  allowNegative: true,
});
const DOCUMENTS = Number(options.documents);
const VALUES = 6;
const STEP = 50_000;
const PAGE_BYTES = 16_384;
const TABLES = ['document', 'document_value', 'document_list_row', 'document_file', 'event'];
const say = saying();

/** A file and an event of each document, as creates leave them. */
const OTHERS = (from, to) => [
  `INSERT INTO document_file (id, document_code, client_id, position, object_key, size, sha256, name, extension, version, created_at)
   SELECT d.id, d.code, d.client_id, 0, CONCAT(LEFT(SHA2(d.id, 256), 2), '/', d.id), 102400, SHA2(CONCAT('f', d.id), 256), CONCAT('Nota ', d.code), 'pdf', '1', d.created_at
   FROM document d WHERE d.code > ${from} AND d.code <= ${to}`,
  `INSERT INTO event (client_id, position, at, user_id, address, request_id, action, thing, subject, files, salts, hash)
   SELECT d.client_id, d.code, d.created_at, d.id, '127.0.0.1', d.id, 'document.create', CONCAT('document:', d.id),
     CONCAT('{"documentId":"', d.id, '","code":', d.code, ',"levelId":"', d.id, '","unitId":"', d.id, '","files":["', d.id, '"]}'),
     CONCAT('[{"id":"', d.id, '","sha256":"', SHA2(CONCAT('f', d.id), 256), '","bytes":102400}]'),
     LEFT(SHA2(CONCAT('s', d.id), 256), 48), LEFT(SHA2(CONCAT('a', d.id), 256), 43)
   FROM document d WHERE d.code > ${from} AND d.code <= ${to} ORDER BY d.code`,
];

/** Bytes per index, the primary being the rows themselves, and of the file of each table. */
async function sizesOf(connection, name) {
  await connection.query(`ANALYZE TABLE ${TABLES.join(', ')}`);
  const [indexes] = await connection.query(
    `SELECT s.table_name AS tableName, s.index_name AS indexName, s.stat_value * ${PAGE_BYTES} AS bytes FROM mysql.innodb_index_stats s
     WHERE s.database_name = ? AND s.stat_name = 'size' AND s.table_name IN (?) ORDER BY s.table_name, s.index_name`,
    [name, TABLES],
  );
  const [files] = await connection.query(
    'SELECT t.name AS name, t.file_size AS bytes FROM information_schema.innodb_tablespaces t WHERE t.name IN (?)',
    [TABLES.map((table) => `${name}/${table}`)],
  );
  return {
    indexes: indexes.map(({ tableName, indexName, bytes }) => ({ table: tableName, index: indexName, bytes: Number(bytes) })),
    files: Object.fromEntries(files.map((file) => [file.name.split('/')[1], Number(file.bytes)])),
  };
}

const servers = await startServers({ mysql: true, s3: [] });
const record = { documents: DOCUMENTS, values: VALUES };
try {
  const bed = await openBed({ root: HERE, server: servers.mysql.url, documents: DOCUMENTS, values: VALUES, keepsIndexes: true });
  const { name, connection } = bed;
  const begin = performance.now();
  for (let from = 0; from < DOCUMENTS; from += STEP) for (const sql of OTHERS(from, from + STEP)) await connection.query(sql);
  record.seconds = bed.fillSeconds + (performance.now() - begin) / 1000;
  record.rows = {};
  for (const table of TABLES) {
    const [[{ n }]] = await connection.query(`SELECT COUNT(*) AS n FROM ${table}`);
    record.rows[table] = Number(n);
  }
  say(`filled in ${record.seconds.toFixed(0)} s`);
  record.grown = await sizesOf(connection, name);
  await connection.query(`OPTIMIZE TABLE ${TABLES.join(', ')}`);
  record.packed = await sizesOf(connection, name);
  record.storage = `${servers.mysql.engine} ${servers.mysql.version}`;
  await bed.close();
} finally {
  await servers.stop();
}

const sum = (values) => values.reduce((total, value) => total + value, 0);
const perDocument = (bytes) => String(Math.round(bytes / DOCUMENTS));
const bytesOf = (state, wanted) => sum(state.indexes.filter(wanted).map(({ bytes }) => bytes));
const rows = TABLES.map((table) => {
  const own = (primary) => (entry) => entry.table === table && (entry.index === 'PRIMARY') === primary;
  const cells = [record.grown, record.packed].flatMap((state) => [
    perDocument(bytesOf(state, own(true))),
    perDocument(bytesOf(state, own(false))),
  ]);
  return line([table, String(record.rows[table] / DOCUMENTS), ...cells]);
});
const totals = [record.grown, record.packed].flatMap((state) =>
  [true, false].map((primary) => `**${perDocument(bytesOf(state, ({ index }) => (index === 'PRIMARY') === primary))}**`),
);
const byIndex = record.grown.indexes
  .filter(({ index }) => index !== 'PRIMARY')
  .sort((a, b) => b.bytes - a.bytes)
  .map(({ table, index, bytes }) => line([table, index, perDocument(bytes), String(Math.round(bytes / record.rows[table]))]));
const rowsPerSecond = Math.round(sum(Object.values(record.rows)) / record.seconds);
const text = `# Database size of a document

Bytes per document. Rows are the primary key with its columns. "Grown": inserted with all indexes in place, as in production. "Packed": the same after \`OPTIMIZE TABLE\`.

- machine: ${machine()}
- date: ${new Date().toISOString().slice(0, 10)}
- command: \`node bench/table-sizes.mjs --documents ${DOCUMENTS}\` after \`npm run build\`
- storage: ${record.storage}
- documents: ${DOCUMENTS}, with ${VALUES} values, one list row, one file and one audit event each; ${sum(Object.values(record.rows))} rows in ${record.seconds.toFixed(0)} s, with multi-row statements: ${rowsPerSecond} rows/s

| table | rows per document | grown: rows | grown: indexes | packed: rows | packed: indexes |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
${line(['**all**', '', ...totals])}

| table | index | bytes per document, grown | per row |
| --- | --- | --- | --- |
${byIndex.join('\n')}
`;
console.log(text);
if (options.results) {
  await writeFile(RESULTS, `${JSON.stringify(record, null, 2)}\n`);
  await writeFile(RESULTS.replace('.json', '.md'), text);
}
process.exit(0);
