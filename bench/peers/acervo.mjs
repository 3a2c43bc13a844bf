/** Acervo as production runs it, with the demo archive's structure: it checks the fields of a level against their rules. On either storage. */
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { fillArchive } from '../lib/archive.mjs';
import { FILE, jsonOf, NEW_ITEM, SEARCHED } from '../lib/items.mjs';
import { startNode } from '../lib/process.mjs';
import { environment, eventsSealed, HERE, migrate, PENDING, startService } from '../lib/service.mjs';
import { openStores } from '../lib/stores.mjs';
import { LABELS, searchUrl, valuesToSend } from '../lib/wire.mjs';

const { DatabaseSync } = await import(new URL('../../dist/src/infrastructure/typeorm/sqlite-engine.js', import.meta.url));

async function open(store, { port, pool, count, log }) {
  const setUp = { env: { ...store.env, RATE_LIMITS: 'off', DATABASE_POOL: String(pool), PORT: String(port) } };
  await migrate(HERE, setUp);
  await fillArchive(setUp, { documents: count }, log);
  // The demo archive is not for production: its user logs in before.
  const first = await startService(HERE, setUp, [], false);
  await first.stop();
  const env = { ...environment(setUp), NODE_ENV: 'production', DEMO_ARCHIVE: 'false' };
  const start = () => startNode([join(HERE, 'dist/src/main.js')], { cwd: HERE, env, isAsked: false });

  const { headers, createUrl, address, idCliente } = first;
  const searchOf = (question) => searchUrl(first, question);
  const created = {
    valoresCampos: valuesToSend(NEW_ITEM),
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
    ready: { url: searchOf(SEARCHED[0]), headers },
    create: [{ urls: [createUrl], headers, ...jsonOf(created), status: 201 }],
    created: ([{ text }]) => JSON.parse(text),
    search: [{ urls: SEARCHED.map(searchOf), headers }],
    found,
    item: ({ codigoDocumento }) => [
      { urls: [`${address}/api/Documento/Get?IdCliente=${idCliente}&Documento=${codigoDocumento}`], headers },
    ],
    fetch: ({ arquivos: [{ idArquivo }] }) => [{ urls: [`${address}/api/Arquivo/${idArquivo}/Cliente/${idCliente}`], headers: bytes }],
  };
}

export async function openAcervo({ store, ...options }) {
  const contestant = await open(store, options);
  const database = await createConnection(store.env.DATABASE_URL);
  const settled = () => eventsSealed(async () => (await database.query(PENDING))[0].length > 0);
  return { ...contestant, settled, close: () => database.end() };
}

/** SQLite and local files; each commit and each file is on disk before it is answered. */
export async function openEmbedded(options) {
  const store = await openStores('embedded');
  const contestant = await open(store, options);
  const database = new DatabaseSync(join(store.env.DATA_DIR, 'acervo.sqlite'), { readOnly: true });
  const settled = () => eventsSealed(async () => database.prepare(PENDING).get() !== undefined);
  const close = async () => {
    database.close();
    await store.stop();
  };
  return { ...contestant, usesServers: false, settled, close };
}
