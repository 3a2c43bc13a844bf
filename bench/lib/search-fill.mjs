/** A client with so many documents, written by the server itself: statements of hundreds of thousands of rows, indexes afterwards. */
import { randomUUID } from 'node:crypto';
import { fillShown } from './shown.mjs';

export const CLIENT = '00000000-0000-4000-8000-00000000c11e';
const UNITS = ['00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000a2'];
/** Whoever filed them: six of seven, and one. */
export const USERS = ['00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-0000000000b2'];
const BRANCHES = 60;
const TABLES = ['document', 'document_value', 'document_list_row'];
/** Levels whose documents are the oldest of all. */
const OLD = 5;
/** Many levels with few documents each, all nearly as old; and very many with fewer yet, with their parent as many as are told apart. */
const SPARSE = 40;
const SCATTERED = 399;
/** Of so many documents or more; of fewer as large a part. */
const OF_A_MILLION = { oldest: 60_000, older: 80_000, old: 100_000 };
/** Documents so old that they have what no others of the old levels have. */
const FIRST = 200;
/** One document of so many. */
const DELETED_OF = 50;
export const STEP = 100_000;
export const ROWS = 3000;
/** Of the rows of a list: what each has alone, and what every 27th has. */
const LIST_FIELDS = ['CNPJ', 'UF'];
export const FIELDS = { Número: 'text', Fornecedor: 'text', Tipo: 'text', Data: 'date', Valor: 'money', Observação: 'text' };
const DAY = "DATE_ADD('2015-01-01', INTERVAL n % 3650 DAY)";
/** The value of each field in document `n`, and its key where that is another text, as expressions: the number of digits comes before an amount. */
const valuesOf = ({ older }) => [
  ['CAST(n AS CHAR)'],
  ["CONCAT('fornecedor ', CRC32(CONCAT('f', n)) % 3000)"],
  [`CONCAT('tipo ', CRC32(CONCAT('t', n)) % IF(n > ${FIRST} AND n <= ${older}, 3, 4))`],
  [`DATE_FORMAT(${DAY}, '%d/%m/%Y')`, `DATE_FORMAT(${DAY}, '%Y-%m-%d')`],
  [
    "CONCAT(n * 31 % 100000, ',', LPAD(n % 100, 2, '0'))",
    "CONCAT('p', CHAR_LENGTH(n * 31 % 100000), n * 31 % 100000, TRIM(TRAILING '0' FROM LPAD(n % 100, 2, '0')))",
  ],
  ["CONCAT('observação número ', n)", "CONCAT('observacao numero ', n)"],
];

/** The last documents of the levels whose documents are old. */
export function endsOf(documents) {
  const share = Math.min(1, documents / 1_000_000);
  return Object.fromEntries(Object.entries(OF_A_MILLION).map(([name, last]) => [name, Math.round(last * share)]));
}

/** As documents have the ids of clients, units and users. */
const CLIENT_BYTES = Buffer.from(CLIENT.replaceAll('-', ''), 'hex');
export const inBytes = (id) => `X'${id.replaceAll('-', '')}'`;

export const LEVELS = {
  async read(connection) {
    const [nodes] = await connection.query('SELECT id, name FROM tree_node');
    const [fields] = await connection.query('SELECT code, label, list_id FROM field');
    return {
      clientId: CLIENT,
      units: UNITS,
      id: (name) => nodes.find((node) => node.name === name).id,
      field: (label) => fields.find((field) => field.label === label).code,
      isOfList: (label) => fields.find((field) => field.label === label).list_id !== null,
    };
  },
};

async function structure(connection) {
  const q = (sql, parameters) => connection.query(sql, parameters);
  for (const [index, unit] of UNITS.entries()) await q('INSERT INTO service_unit (id, name) VALUES (?, ?)', [unit, `Unidade ${index}`]);
  await q('INSERT INTO client (id, name) VALUES (?, ?)', [CLIENT_BYTES, 'Empresa']);
  for (const unit of UNITS) await q('INSERT INTO client_unit (client_id, unit_id) VALUES (?, ?)', [CLIENT_BYTES, unit]);
  const node = async (name, parent) => {
    const row = [randomUUID(), CLIENT_BYTES, parent, name, name];
    const [{ insertId }] = await q('INSERT INTO tree_node (id, client_id, parent_code, name, path) VALUES (?, ?, ?, ?, ?)', row);
    return insertId;
  };
  const large = await node('Grande', null);
  const middle = await node('Médio', null);
  const branches = await node('Filiais', null);
  const nodes = [];
  for (let index = 0; index < BRANCHES; index++) nodes.push(await node(`Filial ${index}`, branches));
  const old = await node('Antigos', null);
  const oldNodes = [];
  for (let index = 0; index < OLD; index++) oldNodes.push(await node(`Antigo ${index}`, old));
  const sparse = await node('Esparsos', null);
  const sparseNodes = [];
  for (let index = 0; index < SPARSE; index++) sparseNodes.push(await node(`Esparso ${index}`, sparse));
  const scattered = await node('Dispersos', null);
  const scatteredNodes = [];
  for (let index = 0; index < SCATTERED; index++) scatteredNodes.push(await node(`Disperso ${index}`, scattered));
  const levels = [large, middle, ...nodes, ...oldNodes, ...sparseNodes, ...scatteredNodes];
  const fields = [];
  for (const [position, [label, type]] of Object.entries(FIELDS).entries()) {
    const row = [randomUUID(), CLIENT_BYTES, position, label, type];
    const [{ insertId }] = await q('INSERT INTO field (id, client_id, position, label, type) VALUES (?, ?, ?, ?, ?)', row);
    const places = levels.map((code, at) => [CLIENT_BYTES, code, insertId, 0, at]);
    await q('INSERT INTO node_field (client_id, node_code, field_code, mandatory, position) VALUES ?', [places]);
    fields.push(insertId);
  }
  const list = randomUUID();
  await q("INSERT INTO value_list (id, client_id, name, kind, allows_inclusion) VALUES (?, ?, 'Fornecedores', 'free', 0)", [
    list,
    CLIENT_BYTES,
  ]);
  await q('INSERT INTO node_list (client_id, node_code, list_id, mandatory, position) VALUES ?', [
    levels.map((level) => [CLIENT_BYTES, level, list, 0, 0]),
  ]);
  const listFields = [];
  for (const [position, label] of LIST_FIELDS.entries()) {
    const row = [randomUUID(), CLIENT_BYTES, list, position, label, 'text'];
    const [{ insertId }] = await q('INSERT INTO field (id, client_id, list_id, position, label, type) VALUES (?, ?, ?, ?, ?, ?)', row);
    listFields.push(insertId);
  }
  const [[firstBranch], [firstOld], [firstSparse], [firstScattered]] = [nodes, oldNodes, sparseNodes, scatteredNodes];
  return { large, middle, firstBranch, firstOld, firstSparse, firstScattered, fields, list, listFields };
}

async function listRows(connection, { list, listFields: [own, shared] }) {
  const numbers = `bench_number WHERE n <= ${ROWS}`;
  await connection.query(
    `INSERT INTO list_row (code, id, client_id, list_id, key_hash, created_at)
     SELECT n, UUID(), ${inBytes(CLIENT)}, '${list}', SHA2(n, 256), 1600000000000 FROM ${numbers}`,
  );
  await connection.query(
    `INSERT INTO list_row_value (client_id, row_code, field_code, value, value_key)
     SELECT ${inBytes(CLIENT)}, n, ${own}, CONCAT('cnpj ', n), CONCAT('cnpj ', n) FROM ${numbers}
     UNION ALL SELECT ${inBytes(CLIENT)}, n, ${shared}, CONCAT('uf ', n % 27), CONCAT('uf ', n % 27) FROM ${numbers}`,
  );
}

/** Takes the secondary indexes away and answers what puts them back: sorted builds are many times faster than row by row. */
export async function withoutIndexes(connection, table) {
  const [rows] = await connection.query(
    `SELECT index_name AS name, MAX(non_unique) AS many, MAX(index_type) AS type, GROUP_CONCAT(CONCAT('\`', column_name, '\`') ORDER BY seq_in_index) AS columns
     FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND index_name <> 'PRIMARY' GROUP BY index_name`,
    [table],
  );
  if (rows.length === 0) return async () => undefined;
  await connection.query(`ALTER TABLE ${table} ${rows.map(({ name }) => `DROP INDEX \`${name}\``).join(', ')}`);
  const kind = ({ many, type }) => (type === 'FULLTEXT' ? 'FULLTEXT ' : Number(many) ? '' : 'UNIQUE ');
  const added = rows.map((row) => `ADD ${kind(row)}INDEX \`${row.name}\` (${row.columns})`);
  return () => connection.query(`ALTER TABLE ${table} ${added.join(', ')}`);
}

/** The numbers from 1 to `STEP`, from which statements make rows. */
export async function makeNumbers(connection) {
  await connection.query('CREATE TABLE bench_number (n INT PRIMARY KEY)');
  await connection.query(
    `INSERT INTO bench_number WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < ${STEP}) SELECT n FROM r`,
  );
}

/**
 * @param values how many of the fields each document has
 * @param keepsIndexes row by row, as they come in life: slower, and the pages are as full as those of an archive that has grown
 */
export async function fillArchive(connection, documents, values, tell, { keepsIndexes = false } = {}) {
  const made = await structure(connection);
  const { large, middle, firstBranch, firstOld, firstSparse, firstScattered, fields } = made;
  const ends = endsOf(documents);
  const { oldest, older, old } = ends;
  const start = Date.now();
  const said = (text) => tell(`[fill] ${text} after ${Math.round((Date.now() - start) / 1000)} s`);
  await connection.query('SET SESSION cte_max_recursion_depth = 1000000, SESSION transaction_isolation = "READ-COMMITTED"');
  await makeNumbers(connection);
  await listRows(connection, made);
  const nodeCode = `CASE WHEN n <= ${oldest} THEN ${firstOld} + n % ${OLD} WHEN n <= ${older} THEN ${firstSparse} + n % ${SPARSE} WHEN n <= ${old} THEN ${firstScattered} + n % ${SCATTERED}
    WHEN n % 10 < 5 THEN ${large} WHEN n % 10 < 8 THEN ${middle} ELSE ${firstBranch} + FLOOR(n / 10) % ${BRANCHES} END`;
  const restore = [];
  if (!keepsIndexes) for (const table of TABLES) restore.push(await withoutIndexes(connection, table));
  for (let from = 0; from < documents; from += STEP) {
    const numbers = `(SELECT n + ${from} AS n FROM bench_number WHERE n + ${from} <= ${documents}) x`;
    await connection.query(
      `INSERT INTO document (code, id, client_id, unit_id, node_code, status, created_at, created_by, deleted_at, external_key, live_external_key, shown)
       SELECT n, CONCAT(LPAD(HEX(n * 2654435761 % 4294967296), 8, '0'), '-0000-7000-8000-', LPAD(n, 12, '0')), ${inBytes(CLIENT)},
         IF(n % 3 = 0, ${inBytes(UNITS[1])}, ${inBytes(UNITS[0])}),
         ${nodeCode},
         IF(n % ${DELETED_OF} = 0, 4, IF(CRC32(CONCAT('s', n)) % 100 = 1, 3, IF(n % 10 = 9 AND n > ${older}, 6, 2))),
         1700000000000 + n * 1000, IF(n % 7 = 0, ${inBytes(USERS[1])}, ${inBytes(USERS[0])}), IF(n % ${DELETED_OF} = 0, 1800000000000, NULL),
         IF(n % 2 = 0, CONCAT('chave-', n), NULL), IF(n % 2 = 0 AND n % ${DELETED_OF} <> 0, CONCAT('chave-', n), NULL), '' FROM ${numbers}`,
    );
    await connection.query(
      `INSERT INTO document_list_row (client_id, document_code, list_id, row_code) SELECT ${inBytes(CLIENT)}, n, '${made.list}', 1 + CRC32(CONCAT('l', n)) % ${ROWS} FROM ${numbers}`,
    );
    const own = valuesOf(ends)
      .slice(0, values)
      .map(
        ([value, key = value], index) =>
          `SELECT ${inBytes(CLIENT)}, n, IF(n % ${DELETED_OF} = 0, -1, 1) * ${fields[index]}, ${value}, ${key}, ${nodeCode}, 0 FROM ${numbers}`,
      );
    const copies = `SELECT l.client_id, l.document_code, IF(d.deleted_at IS NULL, 1, -1) * v.field_code, '', v.value_key, d.node_code, 1 FROM document_list_row l
       JOIN document d ON d.code = l.document_code JOIN list_row_value v
         ON v.client_id = d.client_id AND v.row_code = l.row_code WHERE l.document_code > ?`;
    // In the order in which the service writes them, which decides how full pages get.
    await connection.query(
      `INSERT INTO document_value (client_id, document_code, field_code, value, value_key, node_code, from_list)
       ${[...own, copies].join(' UNION ALL ')} ORDER BY 2, 3`,
      [from],
    );
    await fillShown(connection, from);
    said(`${Math.min(from + STEP, documents)} documents`);
  }
  for (const each of restore) await each();
  await connection.query(
    `INSERT INTO document_count (client_id, node_code, live, deleted)
     SELECT client_id, node_code, COUNT(*) - COUNT(deleted_at), COUNT(deleted_at) FROM document GROUP BY client_id, node_code`,
  );
  said('indexes');
  await connection.query(`ANALYZE TABLE ${TABLES.join(', ')}`);
  await connection.query('DROP TABLE bench_number');
  await connection.query('CREATE TABLE bench_fill AS SELECT ? AS seconds', [(Date.now() - start) / 1000]);
}

/** How long the fill of this database took; it fails where one was interrupted. */
export async function secondsOfFill(connection) {
  const [[{ seconds }]] = await connection.query('SELECT seconds FROM bench_fill');
  return Number(seconds);
}
