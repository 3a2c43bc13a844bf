/**
 * What each index of the documents and of their values costs whoever files a document: two copies of the table, of which one lacks it, are
 * written to in turns.
 *
 *   node bench/index-writes.mjs [--documents 100000] [--pairs 150] [--batch 100]
 *
 * Wants `TEST_DATABASE_URL` (`npm run servers`); fills a database of its own. A batch is one transaction whose end is not measured.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { median } from './lib/statistics.mjs';
import { line } from './lib/report.mjs';
import { openBed } from './lib/search-bed.mjs';
import { USERS } from './lib/search-fill.mjs';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '100000' },
    pairs: { type: 'string', default: '150' },
    batch: { type: 'string', default: '100' },
  },
});
const [DOCUMENTS, PAIRS, BATCH] = [options.documents, options.pairs, options.batch].map(Number);
/** Until the server, and this process, are warm. */
const WARM_UP = 20;

const bed = await openBed({ root: process.cwd(), server: process.env.TEST_DATABASE_URL, documents: DOCUMENTS, values: 6 });
const { connection } = bed;
const q = async (sql, parameters) => (await connection.query(sql, parameters))[0];
const [{ client_id: client, id: list }] = await q('SELECT client_id, id FROM value_list');
const fields = await q('SELECT code FROM field WHERE list_id IS NULL ORDER BY position');
const levels = await q('SELECT DISTINCT node_code FROM document');
const units = await q('SELECT id FROM service_unit');
const { idBytes } = await import(new URL('../dist/src/infrastructure/typeorm/id-bytes.js', import.meta.url));
let code = DOCUMENTS;

/** As the repository adds a document, its values and its row of a list: a statement for each. */
const adding = {
  document: (table, n, level) =>
    q(
      `INSERT INTO ${table} (code, id, client_id, unit_id, node_code, status, created_at, created_by, external_key, live_external_key) VALUES (?)`,
      [
        [
          code,
          randomUUID(),
          client,
          idBytes(units[n % 2].id),
          level,
          2,
          Date.now(),
          idBytes(USERS[n % 7 ? 0 : 1]),
          ...(n % 2 ? [`${n}`, `${n}`] : [null, null]),
        ],
      ],
    ),
  document_value: (table, n, level) => {
    const texts = [`${n}`, `fornecedor ${n % 3000}`, `tipo ${n % 4}`, `20${10 + (n % 15)}-05-05`, `${n % 99_991}.10`, `observação ${n}`];
    const rows = texts.map((text, index) => [idBytes(client), code, fields[index].code, text, text, level]);
    return q(`INSERT INTO ${table} (client_id, document_code, field_code, value, value_key, node_code) VALUES ?`, [rows]);
  },
  document_list_row: (table, n) =>
    q(`INSERT INTO ${table} (client_id, document_code, list_id, row_code) VALUES (?)`, [[idBytes(client), code, list, 1 + (n % 3000)]]),
};

/** Microseconds for each document. */
async function timeOf(table, into) {
  await connection.beginTransaction();
  const start = process.hrtime.bigint();
  for (let index = 0; index < BATCH; index++) {
    code++;
    const n = randomInt(2 ** 40);
    await adding[table](into, n, levels[n % levels.length].node_code);
  }
  const spent = Number(process.hrtime.bigint() - start) / 1000 / BATCH;
  await connection.commit();
  return spent;
}

async function copyOf(table, name, without) {
  await q(`DROP TABLE IF EXISTS ${name}`);
  await q(`CREATE TABLE ${name} LIKE ${table}`);
  for (const index of without) await q(`ALTER TABLE ${name} DROP INDEX \`${index.name}\``);
  await q(`INSERT INTO ${name} SELECT * FROM ${table}`);
  return name;
}

async function pairsOf(table, without) {
  const [whole, lacking] = [await copyOf(table, 'bench_whole', []), await copyOf(table, 'bench_lacking', without)];
  const pairs = [];
  for (let pair = -WARM_UP; pair < PAIRS; pair++) {
    const times =
      pair % 2
        ? [await timeOf(table, lacking), await timeOf(table, whole)]
        : [await timeOf(table, whole), await timeOf(table, lacking)].reverse();
    if (pair >= 0) pairs.push(times);
  }
  return pairs;
}

try {
  const indexes = await q(
    `SELECT table_name AS \`table\`, index_name AS name, GROUP_CONCAT(column_name ORDER BY seq_in_index SEPARATOR ', ') AS columns
     FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name IN (?) AND index_name <> 'PRIMARY'
     GROUP BY table_name, index_name ORDER BY table_name, index_name`,
    [Object.keys(adding)],
  );
  const byLevel = ({ columns }) => /node_code, (deleted_at|status|created_by), code|value_key, node_code/.test(columns);
  const cases = [
    ...Object.keys(adding).map((table) => [`${table}: an index present in both`, table, []]),
    ...indexes.map((index) => [`${index.table} (${index.columns})`, index.table, [index]]),
    ['document: the three by level', 'document', indexes.filter((index) => index.table === 'document' && byLevel(index))],
    ...Object.keys(adding).map((table) => [`${table}: all`, table, indexes.filter((index) => index.table === table)]),
  ];
  console.log(line(['index', 'µs with it, median / minimum', 'µs without it, median / minimum', 'difference, median of the pairs']));
  console.log(line(['---', '---:', '---:', '---:']));
  for (const [title, table, without] of cases) {
    const pairs = await pairsOf(table, without);
    const [lacking, whole] = [0, 1].map((at) => pairs.map((pair) => pair[at]));
    const cell = (times) => `${median(times).toFixed(0)} / ${Math.min(...times).toFixed(0)}`;
    console.log(line([title, cell(whole), cell(lacking), `${median(pairs.map(([a, b]) => b - a)).toFixed(1)} µs`]));
  }
} finally {
  await bed.close();
}
