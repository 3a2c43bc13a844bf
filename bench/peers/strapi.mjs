/** Strapi, with a project of one content type (strapi/), without its administration pages. */
import { cp, mkdtemp, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startNode } from '../lib/process.mjs';
import { insertAll, mustHaveIndexes, randomSecret } from './setup.mjs';
import { formOf, jsonOf, NEW_ITEM, SEARCHED } from '../lib/items.mjs';

const PROJECT = fileURLToPath(new URL('strapi', import.meta.url));
const COLUMNS = ['document_id', 'numero', 'data_emissao', 'cnpj', 'valor', 'observacao', 'created_at', 'updated_at', 'published_at'];
const FIELDS = COLUMNS.slice(1, 6);

const environment = (database, { s3 }, port, key, pool) => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  PORT: String(port),
  KEY: key,
  STRAPI_TELEMETRY_DISABLED: 'true',
  STRAPI_DISABLE_EE: 'true',
  STRAPI_DISABLE_LICENSE_PING: 'true',
  DB_HOST: database.hostname,
  DB_PORT: database.port,
  DB_USER: database.username,
  DB_PASSWORD: database.password,
  DB_DATABASE: database.pathname.slice(1),
  DB_POOL: String(pool),
  S3_ENDPOINT: s3.endpoint,
  S3_REGION: s3.region,
  S3_BUCKET: s3.bucket,
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
});

export async function openStrapi({ installed: { strapi }, database, bucket, port, pool, count, load }) {
  const folder = await mkdtemp(join(tmpdir(), 'acervo-peers-strapi-'));
  await cp(PROJECT, folder, { recursive: true });
  await symlink(join(strapi.folder, 'node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'public/uploads'), { recursive: true });
  const env = environment(database, bucket, port, randomSecret(), pool);
  const program = join(folder, 'node_modules/@strapi/strapi/bin/strapi.js');
  const start = (more = {}) => startNode([program, 'start'], { cwd: folder, env: { ...env, ...more }, isAsked: false });

  const address = `http://127.0.0.1:${port}`;
  const tokenFile = join(folder, 'token');
  const running = start({ TOKEN_FILE: tokenFile });
  try {
    await load.ask('firstAnswer', { call: { url: `${address}/_health`, status: 204 } });
  } finally {
    await running.stop();
  }
  const now = new Date().toISOString().slice(0, 23).replace('T', ' ');
  const rowOf = (item, n) => [`b${String(n).padStart(23, '0')}`, ...FIELDS.map((name) => item[name]), now, now, now];
  await mustHaveIndexes(database, 'notas', ['cnpj', 'data_emissao']);
  await insertAll(database, 'notas', COLUMNS, count, rowOf);

  const headers = { Authorization: `Bearer ${await readFile(tokenFile, 'utf8')}` };
  const paging = 'pagination[pageSize]=50&pagination[withCount]=false&sort=id:desc';
  const searchUrl = ({ cnpj, data_emissao: day }) =>
    `${address}/api/notas?filters[cnpj][$eq]=${cnpj}&filters[data_emissao][$eq]=${day}&${paging}`;
  return {
    version: strapi.version,
    start,
    ready: { url: searchUrl(SEARCHED[0]), headers },
    create: [
      { urls: [`${address}/api/upload`], headers, ...formOf({}, 'files'), status: 201, keep: { file: [0, 'id'] } },
      { urls: [`${address}/api/notas`], headers, ...jsonOf({ data: { ...NEW_ITEM, arquivo: '{{file}}' } }), takes: true, status: 201 },
    ],
    created: ([upload, item]) => ({ id: JSON.parse(item.text).data.documentId, file: JSON.parse(upload.text)[0].id }),
    search: [{ urls: SEARCHED.map(searchUrl), headers }],
    found: ({ data }) => data,
    item: ({ id }) => [{ urls: [`${address}/api/notas/${id}`], headers }],
    // It hands out files of a private bucket as signed addresses of the store: two calls, the second past it.
    fetch: ({ file }) => [{ urls: [`${address}/api/upload/files/${file}`], headers, keep: { signed: ['url'] } }, { urls: ['{{signed}}'] }],
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
