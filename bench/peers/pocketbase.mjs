/** PocketBase: SQLite, as durable as the service's (pocketbase/main.go), and local files. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startNode } from '../lib/process.mjs';
import { api, randomSecret } from './setup.mjs';
import { formOf, NEW_ITEM, pieces, SEARCHED } from '../lib/items.mjs';

const { DatabaseSync } = await import(new URL('../../dist/src/infrastructure/typeorm/sqlite-engine.js', import.meta.url));

const COLLECTION = {
  name: 'notas',
  type: 'base',
  fields: [
    { name: 'numero', type: 'text' },
    { name: 'data_emissao', type: 'date' },
    { name: 'cnpj', type: 'text' },
    { name: 'valor', type: 'number' },
    { name: 'observacao', type: 'text' },
    { name: 'arquivo', type: 'file', maxSelect: 1, maxSize: 5_242_880, protected: true },
    { name: 'created', type: 'autodate', onCreate: true },
    { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
  ],
  indexes: ['CREATE INDEX idx_notas_cnpj ON notas (cnpj)', 'CREATE INDEX idx_notas_data ON notas (data_emissao)'],
};
const SIGNED_IN = "@request.auth.id != ''";
const RULES = Object.fromEntries(['listRule', 'viewRule', 'createRule'].map((name) => [name, SIGNED_IN]));
const moment = (day) => `${day} 00:00:00.000Z`;

function fill(file, count) {
  const database = new DatabaseSync(file);
  const now = new Date().toISOString().replace('T', ' ');
  const insert = database.prepare(
    'INSERT INTO notas (id, numero, data_emissao, cnpj, valor, observacao, arquivo, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  database.exec('BEGIN');
  for (const piece of pieces(count)) {
    for (const [n, { numero, data_emissao: day, cnpj, valor, observacao }] of piece) {
      insert.run(`b${String(n).padStart(14, '0')}`, numero, moment(day), cnpj, valor, observacao, '', now, now);
    }
  }
  database.exec('COMMIT');
  database.exec('ANALYZE');
  database.close();
}

export async function openPocketbase({ installed: { pocketbase }, port, count, load }) {
  const folder = await mkdtemp(join(tmpdir(), 'acervo-peers-pocketbase-'));
  const data = join(folder, 'data');
  const options = [`--dir=${data}`];
  const env = { PATH: process.env.PATH, HOME: folder };
  const address = `http://127.0.0.1:${port}`;
  const start = () =>
    startNode(['serve', `--http=127.0.0.1:${port}`, ...options], {
      program: pocketbase.program,
      isAsked: false,
      cwd: folder,
      env,
    });
  const [admin, user] = ['admin@example.com', 'notas@example.com'].map((identity) => ({ identity, password: randomSecret() }));
  await promisify(execFile)(pocketbase.program, ['superuser', 'upsert', admin.identity, admin.password, ...options], { env });

  const running = start();
  let token;
  let fileToken;
  try {
    await load.ask('firstAnswer', { call: { url: `${address}/api/health` } });
    const anyone = api(address);
    const { token: adminToken } = await anyone('POST', '/api/collections/_superusers/auth-with-password', admin);
    const asAdmin = api(address, { Authorization: adminToken });
    // It would keep a row of every request.
    await asAdmin('PATCH', '/api/settings', { logs: { maxDays: 0 } });
    await asAdmin('POST', '/api/collections', { ...COLLECTION, ...RULES });
    await asAdmin('PATCH', '/api/collections/users', { fileToken: { duration: 86_400 } });
    const { identity: email, password } = user;
    await asAdmin('POST', '/api/collections/users/records', { email, password, passwordConfirm: password, verified: true });
    ({ token } = await anyone('POST', '/api/collections/users/auth-with-password', user));
    ({ token: fileToken } = await api(address, { Authorization: token })('POST', '/api/files/token'));
  } finally {
    await running.stop();
  }
  fill(join(data, 'data.db'), count);

  const headers = { Authorization: token };
  const records = `${address}/api/collections/notas/records`;
  const searchUrl = ({ cnpj, data_emissao: day }) => {
    const filter = encodeURIComponent(`cnpj = '${cnpj}' && data_emissao = '${moment(day)}'`);
    return `${records}?filter=${filter}&perPage=50&skipTotal=1&sort=-@rowid`;
  };
  return {
    version: pocketbase.version,
    usesServers: false,
    start,
    ready: { url: searchUrl(SEARCHED[0]), headers },
    create: [{ urls: [records], headers, ...formOf(NEW_ITEM, 'arquivo') }],
    created: ([{ text }]) => JSON.parse(text),
    search: [{ urls: SEARCHED.map(searchUrl), headers }],
    found: ({ items }) => items,
    item: ({ id }) => [{ urls: [`${records}/${id}`], headers }],
    fetch: ({ id, arquivo }) => [{ urls: [`${address}/api/files/notas/${id}/${arquivo}?token=${fileToken}`] }],
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
