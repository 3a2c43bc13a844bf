/** Acervo as production runs it, with the demo archive's structure: it checks the fields of a level against their rules. */
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { startNode } from '../lib/process.mjs';
import { environment, HERE, migrate, startService } from '../lib/service.mjs';
import { fillShown } from '../lib/shown.mjs';
import { FILE, jsonOf, NEW_ITEM, pieces, SEARCHED } from './items.mjs';

const LABELS = {
  numero: 'Número',
  data_emissao: 'Data de Emissão',
  cnpj: 'CPF/CNPJ Fornecedor',
  valor: 'Valor Total',
  observacao: 'Observação',
};
const brazilian = (day) => day.split('-').reverse().join('/');
const shown = { data_emissao: brazilian, valor: (value) => value.toFixed(2).replace('.', ',') };
const stored = { valor: (value) => value.toFixed(2) };
const written = (item, forms) => Object.entries(LABELS).map(([name, label]) => [label, (forms[name] ?? String)(item[name])]);

/** Documents of the level of invoices, under the demo user's name. */
async function fill(url, count) {
  const connection = await createConnection(url);
  const one = async (sql, parameters) => (await connection.query(sql, parameters))[0][0];
  const client = await one("SELECT id FROM client WHERE name = 'Empresa Exemplo'");
  const unit = await one("SELECT id FROM service_unit WHERE name = 'Unidade Central'");
  const user = await one("SELECT id FROM user_account WHERE login = 'demo'");
  const level = await one("SELECT code FROM tree_node WHERE client_id = ? AND name = 'Notas Fiscais'", [client.id]);
  const { last } = await one('SELECT MAX(code) AS last FROM document');
  const [fields] = await connection.query(
    'SELECT f.code, f.label FROM field f JOIN node_field nf ON nf.field_code = f.code WHERE nf.node_code = ?',
    [level.code],
  );
  const codeOf = Object.fromEntries(fields.map(({ code, label }) => [label, code]));
  for (const piece of pieces(count)) {
    const documents = piece.map(([n]) => {
      const id = `b0000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
      return [last + n, id, client.id, unit.id, level.code, 2, 1_700_000_000_000 + n * 1000, user.id, ''];
    });
    await connection.query(
      'INSERT INTO document (code, id, client_id, unit_id, node_code, status, created_at, created_by, shown) VALUES ?',
      [documents],
    );
    const values = piece.flatMap(([n, item]) =>
      written(item, stored).map(([label, value]) => [last + n, codeOf[label], value, value, level.code]),
    );
    await connection.query('INSERT INTO document_value (document_code, field_code, value, value_key, node_code) VALUES ?', [values]);
  }
  await fillShown(connection, last);
  await connection.query('ANALYZE TABLE document, document_value');
  await connection.end();
}

export async function openAcervo({ store, port, pool, count }) {
  const limits = { RATE_LIMITS: 'off', DATABASE_POOL: String(pool), PORT: String(port) };
  const setUp = { env: { ...store.env, ...limits } };
  await migrate(HERE, setUp);
  // The demo archive is not for production: it is loaded before.
  const first = await startService(HERE, setUp, [], false);
  await first.stop();
  await fill(store.env.DATABASE_URL, count);
  const env = { ...environment(setUp), NODE_ENV: 'production', DEMO_ARCHIVE: 'false' };
  const start = () => startNode([join(HERE, 'dist/src/main.js')], { cwd: HERE, env, isAsked: false });

  const { headers, createUrl, address, idCliente } = first;
  const searchUrl = ({ cnpj, data_emissao: day }) => {
    const query = new URLSearchParams({
      IdCliente: idCliente,
      TamanhoPagina: 50,
      'ValoresCampos[0].Label': LABELS.cnpj,
      'ValoresCampos[0].ValorCampo': cnpj,
      'ValoresCampos[1].Label': LABELS.data_emissao,
      'ValoresCampos[1].ValorCampo': brazilian(day),
    });
    return `${address}/api/Documento/Get?${query}`;
  };
  const created = {
    valoresCampos: written(NEW_ITEM, shown).map(([label, valorCampo]) => ({ label, valorCampo })),
    arquivos: [{ arquivo: FILE.bytes.toString('base64'), contentType: FILE.type, extensao: 'bin', nomeAmigavel: 'nota' }],
  };
  const bytes = { ...headers, Accept: 'application/octet-stream' };
  const found = ({ Metadados }) =>
    Metadados.map(({ MetaDados }) => {
      const value = (name) => MetaDados.find(({ Label }) => Label === LABELS[name]).Valor;
      return { cnpj: value('cnpj').replace(/\D/g, ''), data_emissao: value('data_emissao').split('/').reverse().join('-') };
    });
  return {
    version: 'of this repository',
    start,
    ready: { url: searchUrl(SEARCHED[0]), headers },
    create: [{ url: createUrl, headers, ...jsonOf(created), status: 201 }],
    created: ([{ text }]) => JSON.parse(text),
    search: [{ urls: SEARCHED.map(searchUrl), headers }],
    found,
    item: ({ codigoDocumento }) => [{ url: `${address}/api/Documento/Get?IdCliente=${idCliente}&Documento=${codigoDocumento}`, headers }],
    fetch: ({ arquivos: [{ idArquivo }] }) => [{ url: `${address}/api/Arquivo/${idArquivo}/Cliente/${idCliente}`, headers: bytes }],
  };
}
