/** Directus, set up as its guide for production says, through its own API. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startNode } from '../lib/process.mjs';
import { api, insertAll, mustHaveIndexes, randomSecret } from './setup.mjs';
import { formOf, jsonOf, NEW_ITEM, SEARCHED } from '../lib/items.mjs';

const COLUMNS = ['numero', 'data_emissao', 'cnpj', 'valor', 'observacao'];
const field = (name, type, schema = {}) => ({ field: name, type, schema: { is_nullable: true, ...schema }, meta: {} });
const COLLECTION = {
  collection: 'nota',
  schema: {},
  meta: {},
  fields: [
    { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true }, meta: { hidden: true } },
    field('numero', 'string'),
    field('data_emissao', 'date', { is_indexed: true }),
    field('cnpj', 'string', { is_indexed: true }),
    field('valor', 'decimal', { numeric_precision: 15, numeric_scale: 2 }),
    field('observacao', 'text'),
    { ...field('arquivo', 'uuid'), meta: { special: ['file'], interface: 'file' } },
  ],
};
const RELATION = { collection: 'nota', field: 'arquivo', related_collection: 'directus_files', schema: { on_delete: 'SET NULL' } };

const environment = (database, { s3 }, port, secrets, pool) => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  SECRET: secrets.key,
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: secrets.password,
  ADMIN_TOKEN: secrets.admin,
  LOG_LEVEL: 'warn',
  TELEMETRY: 'false',
  // Its name is looked up all the same.
  TELEMETRY_URL: 'http://127.0.0.1:9',
  PROJECT_OWNER_ENABLED: 'false',
  // It would refuse work when the one core is busy, which is what is measured.
  PRESSURE_LIMITER_ENABLED: 'false',
  DB_CLIENT: 'mysql',
  DB_HOST: database.hostname,
  DB_PORT: database.port,
  DB_USER: database.username,
  DB_PASSWORD: database.password,
  DB_DATABASE: database.pathname.slice(1),
  DB_POOL__MAX: String(pool),
  STORAGE_LOCATIONS: 's3',
  STORAGE_S3_DRIVER: 's3',
  STORAGE_S3_KEY: s3.accessKeyId,
  STORAGE_S3_SECRET: s3.secretAccessKey,
  STORAGE_S3_BUCKET: s3.bucket,
  STORAGE_S3_REGION: s3.region,
  STORAGE_S3_ENDPOINT: s3.endpoint,
  STORAGE_S3_FORCE_PATH_STYLE: 'true',
});

/** A user who may do what the work takes and nothing else, with a static token. */
async function makeUser(admin, token) {
  const { data: policy } = await admin('POST', '/policies', { name: 'Notas', admin_access: false, app_access: false });
  const rights = ['nota', 'directus_files'].flatMap((collection) => ['create', 'read'].map((action) => ({ collection, action })));
  const all = { permissions: {}, validation: {}, fields: ['*'] };
  for (const right of rights) await admin('POST', '/permissions', { policy: policy.id, ...right, ...all });
  const { data: role } = await admin('POST', '/roles', { name: 'Notas' });
  await admin('POST', '/access', { role: role.id, policy: policy.id });
  await admin('POST', '/users', { email: 'notas@example.com', password: randomSecret(), role: role.id, token });
}

export async function openDirectus({ installed: { directus }, database, bucket, port, pool, count, load }) {
  const secrets = { key: randomSecret(), password: randomSecret(), admin: randomSecret(), token: randomSecret() };
  const env = environment(database, bucket, port, secrets, pool);
  // What `directus` runs once it has asked the registry for its newest version.
  const program = join(directus.folder, 'node_modules/@directus/api/dist/cli/run.js');
  await promisify(execFile)(process.execPath, [program, 'bootstrap'], { cwd: directus.folder, env });
  const start = () => startNode([program, 'start'], { cwd: directus.folder, env, isAsked: false });

  const address = `http://127.0.0.1:${port}`;
  const running = start();
  try {
    await load.ask('firstAnswer', { call: { url: `${address}/server/ping` } });
    const admin = api(address, { Authorization: `Bearer ${secrets.admin}` });
    await admin('POST', '/collections', COLLECTION);
    await admin('POST', '/relations', RELATION);
    await makeUser(admin, secrets.token);
  } finally {
    await running.stop();
  }
  await mustHaveIndexes(database, 'nota', ['cnpj', 'data_emissao']);
  await insertAll(database, 'nota', COLUMNS, count, (item) => COLUMNS.map((name) => item[name]));

  const headers = { Authorization: `Bearer ${secrets.token}` };
  const searchUrl = ({ cnpj, data_emissao: day }) =>
    `${address}/items/nota?filter[cnpj][_eq]=${cnpj}&filter[data_emissao][_eq]=${day}&limit=50&sort=-id`;
  return {
    version: directus.version,
    start,
    ready: { url: searchUrl(SEARCHED[0]), headers },
    create: [
      { urls: [`${address}/files`], headers, ...formOf({}, 'file'), keep: { file: ['data', 'id'] } },
      { urls: [`${address}/items/nota`], headers, ...jsonOf({ ...NEW_ITEM, arquivo: '{{file}}' }), takes: true },
    ],
    created: (answers) => JSON.parse(answers.at(-1).text).data,
    search: [{ urls: SEARCHED.map(searchUrl), headers }],
    found: ({ data }) => data,
    item: ({ id }) => [{ urls: [`${address}/items/nota/${id}`], headers }],
    fetch: ({ arquivo }) => [{ urls: [`${address}/assets/${arquivo}`], headers }],
  };
}
