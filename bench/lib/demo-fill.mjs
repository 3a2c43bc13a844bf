/** Documents of the demo client, written by the server itself: statements of a hundred thousand rows. Invoices, and every fifth a personal file. */
import { fillShown } from './shown.mjs';

const STEP = 100_000;
const TEXT = (expression) => [expression, expression];
/** Values of an invoice in document `n`, with their keys, as expressions. */
const INVOICE = {
  Número: TEXT('CAST(n AS CHAR)'),
  'Data de Emissão': TEXT("DATE_FORMAT(DATE_ADD('2015-01-01', INTERVAL n % 365 DAY), '%Y-%m-%d')"),
  'CPF/CNPJ Fornecedor': TEXT('LPAD(n % 3000, 14, 0)'),
  'Valor Total': TEXT("CONCAT(n * 31 % 100000, '.', LPAD(n % 100, 2, '0'))"),
  // The key is what is compared: without accents.
  Observação: ["CONCAT('observação ', n % 20)", "CONCAT('observacao ', n % 20)"],
};
const PERSONAL = { Tipo: TEXT("CONCAT('tipo ', n % 40)") };
const FILES_OF = 5;

async function codesOf(connection) {
  const [[client]] = await connection.query("SELECT id FROM client WHERE name = 'Empresa Exemplo'");
  const [[unit]] = await connection.query("SELECT id FROM service_unit WHERE name = 'Unidade Central'");
  const [[user]] = await connection.query("SELECT id FROM user_account WHERE login = 'demo'");
  const level = async (name) => {
    const [[node]] = await connection.query('SELECT code FROM tree_node WHERE client_id = ? AND name = ?', [client.id, name]);
    const [fields] = await connection.query(
      'SELECT f.code, f.label FROM field f JOIN node_field nf ON nf.field_code = f.code WHERE nf.node_code = ?',
      [node.code],
    );
    return { code: node.code, field: (label) => fields.find((field) => field.label === label).code };
  };
  return { client: client.id, unit: unit.id, user: user.id, invoices: await level('Notas Fiscais'), files: await level('Prontuários') };
}

/** Adds documents `from`+1 to `to`, numbered from there. */
async function addDocuments(connection, { client, unit, user, invoices, files }, from, to) {
  const numbers = `(SELECT n + ${from} AS n FROM bench_number WHERE n + ${from} <= ${to}) x`;
  const [[{ last }]] = await connection.query('SELECT COALESCE(MAX(code), 0) AS last FROM document');
  await connection.query(
    `INSERT INTO document (id, client_id, unit_id, node_code, status, created_at, created_by, shown)
     SELECT CONCAT('b0000000-0000-7000-8000-', LPAD(n, 12, '0')), '${client}', '${unit}',
       IF(n % ${FILES_OF} = 0, ${files.code}, ${invoices.code}), 2, 1700000000000 + n * 1000, '${user}', '' FROM ${numbers} ORDER BY n`,
  );
  const valued = (level, values, which) =>
    Object.entries(values).map(
      ([label, [value, key]]) =>
        `SELECT d.code, ${level.field(label)}, ${value}, ${key}, d.node_code FROM ${numbers} JOIN document d ON d.id = CONCAT('b0000000-0000-7000-8000-', LPAD(n, 12, '0')) WHERE n % ${FILES_OF} ${which} 0`,
    );
  const rows = [...valued(invoices, INVOICE, '<>'), ...valued(files, PERSONAL, '=')];
  await connection.query(
    `INSERT INTO document_value (document_code, field_code, value, value_key, node_code) ${rows.join(' UNION ALL ')} ORDER BY 1, 2`,
  );
  await fillShown(connection, last);
}

/** @param connection to a migrated database with the demo archive */
export async function fillDemo(connection, from, to, tell) {
  const codes = await codesOf(connection);
  await connection.query('SET SESSION cte_max_recursion_depth = 1000000, SESSION transaction_isolation = "READ-COMMITTED"');
  await connection.query(
    `CREATE TABLE bench_number (n INT PRIMARY KEY) WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < ${STEP}) SELECT n FROM r`,
  );
  const start = Date.now();
  for (let at = from; at < to; at += STEP) {
    await addDocuments(connection, codes, at, Math.min(at + STEP, to));
    tell(`${Math.min(at + STEP, to)} documents after ${Math.round((Date.now() - start) / 1000)} s`);
  }
  await connection.query('DROP TABLE bench_number');
  await connection.query('ANALYZE TABLE document, document_value');
}
