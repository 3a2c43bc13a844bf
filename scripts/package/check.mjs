/**
 * Packs the service, installs the package into an empty folder with production packages only, and uses it as its users would: on embedded
 * storage, and where servers are told (`TEST_DATABASE_URL`, `TEST_S3_…`) also on MySQL and S3.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, program } from '../clients/program.mjs';
import { storageOf } from '../packaging/storage.mjs';
import { withFreePort } from '../servers/ports.mjs';
import { freshFolder, keepServer, untilReady } from '../servers/processes.mjs';
import { readJson } from '../supply/packages.mjs';
import { pack } from './pack.mjs';

/** Of everything that is installed, in millions of bytes. Less may be written here, never more. */
const MOST_MB = 90;
const BIN = 'node_modules/.bin/acervo';
/** And nothing that this shell has for another service. */
const { PATH, HOME, TMPDIR } = process.env;
const CLEAN = { PATH, HOME, TMPDIR, LC_ALL: 'C', HOST: '127.0.0.1', LOG_LEVEL: 'error', RATE_LIMITS: 'off', MAX_LOOP_DELAY_MS: '0' };
const CONTENT = Buffer.from('Olá, acervo!\n');

/** What the page shows: it installs, migrates and starts. */
const PAGE = fileURLToPath(new URL('../../docs/deploying.md', import.meta.url));
const [, SHOWN] = /<!-- run by: scripts\/package\/check\.mjs -->\n\n```sh\n(.*?)\n```/s.exec(readFileSync(PAGE, 'utf8'));
const [INSTALL, MIGRATE, START] = SHOWN.split('\n').map((line) => line.split(' '));

function said(step) {
  console.error(`  passed  ${step}`);
}

function megabytesIn(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, path, name }) => sum + statSync(join(parentPath ?? path, name)).size, 0) / 1e6;
}

async function install(tarball, project) {
  mkdirSync(project);
  const words = INSTALL.slice(1).map((word) => (word === 'acervo' ? tarball : word));
  await npm([...words, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], project);
  await npm(['ls', '--omit=dev', '--all'], project);
  const megabytes = megabytesIn(join(project, 'node_modules'));
  assert(megabytes <= MOST_MB, `${megabytes.toFixed(1)} MB are installed, more than ${MOST_MB}`);
  said(`npm install: ${megabytes.toFixed(1)} MB, ${(statSync(tarball).size / 1e6).toFixed(1)} MB of them fetched as one archive`);
}

/** `acervo` with these words. */
const acervo = (project, env, ...words) => program(join(project, BIN), words, { cwd: project, env: { ...CLEAN, ...env } });

async function answered(url, options) {
  const response = await fetch(url, options);
  const bytes = Buffer.from(await response.arrayBuffer());
  assert(response.ok, `${url}: ${response.status} ${bytes}`);
  return bytes;
}
const json = async (url, options) => JSON.parse(await answered(url, options));
const post = (body, headers = {}) => ({
  method: 'POST',
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** Logs in, files a document and fetches its file. */
async function work(url) {
  const { Token } = await json(`${url}/api/Autenticacao/Login`, post({ username: 'demo', password: 'Acervo@2026' }));
  const headers = { Authorization: `Bearer ${Token}` };
  const [{ idUnidade, clientes }] = await json(`${url}/api/Estrutura`, { headers });
  const [{ idCliente, arvores }] = clientes;
  const { idArvoreOrganizacional } = arvores.find(({ nome }) => nome === 'Notas Fiscais');
  const document = {
    valoresCampos: [
      { label: 'Número', valorCampo: '2001' },
      { label: 'Data de Emissão', valorCampo: '21/11/2026' },
    ],
    arquivos: [{ arquivo: CONTENT.toString('base64'), contentType: 'text/plain', extensao: 'txt', nomeAmigavel: 'Olá' }],
  };
  const place = new URLSearchParams({ idUnidade, idCliente, idArvoreOrganizacional });
  const { arquivos } = await json(`${url}/api/v3/Documento?${place}`, post(document, headers));
  const file = `${url}/api/Arquivo/${arquivos[0].idArquivo}/Cliente/${idCliente}`;
  assert.deepEqual(await answered(file, { headers: { ...headers, Accept: 'application/octet-stream' } }), CONTENT);
}

/** A page, and the first script that it names. */
async function open(url, path) {
  const page = `${url}${path}`;
  const [, script] = /<script [^>]*src="([^"]+)"/.exec(await answered(page)) ?? [];
  assert(script, `${path} has no script`);
  assert((await answered(new URL(script, page))).length > 0);
}

/** @returns what it said at its start */
async function serve(project, command, env, use) {
  const folder = freshFolder('installed');
  const log = join(folder, 'server.log');
  try {
    return await withFreePort(async (port) => {
      const there = ['-c', 'cd "$1" && shift && exec "$@"', 'sh', project, ...command];
      const server = keepServer('sh', there, { folder, env: { ...CLEAN, ...env, PORT: String(port) }, keepsFolder: true });
      const url = `http://127.0.0.1:${port}`;
      await untilReady(server, () => answered(`${url}/saude/pronta`), { timeoutMs: 300_000 });
      try {
        await use(url);
      } finally {
        await server.stop();
      }
      return readFileSync(log, 'utf8');
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function useEmbedded(project) {
  const begun = await serve(project, [BIN], {}, async (url) => {
    await work(url);
    said('acervo: logs in, files a document and fetches its file');
    for (const page of ['/console/', '/docs']) await open(url, page);
    assert((await json(`${url}/openapi.json`)).paths);
    said('console and reference are served, with their scripts');
  });
  for (const words of ['Acervo is listening at', `embedded, in ${join(project, 'data')}`, 'Demo archive: logins demo'])
    assert(begun.includes(words), `"${words}" is not in what it says:\n${begun}`);
  const started = await serve(project, START, { READ_FILES: 'true' }, (url) => json(`${url}/saude/pronta`));
  const { peerDependencies } = readJson(join(project, 'node_modules/acervo'), 'package.json');
  const readers = Object.entries(peerDependencies).map(([name, version]) => `${name}@${version}`);
  const [, install = ''] = /`npm install ([^`]+)` installs them/.exec(started) ?? [];
  assert.deepEqual(install.split(' ').sort(), readers.sort(), `not how readers of files are installed:\n${started}`);
  said('acervo start: says how readers of files are installed');
  assert.match(await acervo(project, {}, '--help'), /\n {2}start .*\n[^]*\n {2}migrate /);
  assert.match(await acervo(project, {}, 'export', 'archive.yaml'), /written: archive\.yaml/);
  assert.match(readFileSync(join(project, 'archive.yaml'), 'utf8'), /name: Notas Fiscais/);
  const [npx, ...migrate] = MIGRATE;
  assert.match(await program(npx, migrate, { cwd: project, env: { ...CLEAN, DATA_DIR: 'elsewhere' } }), /migrated: /);
  assert.match(await acervo(project, { DATA_DIR: 'elsewhere' }, 'migrate'), /nothing to migrate/);
  said('acervo --help, export and migrate');
}

async function useServers(project, folder) {
  const { TEST_DATABASE_URL: url, TEST_S3_ENDPOINT: endpoint } = process.env;
  if (!url || !endpoint) return console.error('  NOT RUN  on MySQL and S3: no servers are told');
  const { TEST_S3_ACCESS_KEY_ID: accessKeyId, TEST_S3_SECRET_ACCESS_KEY: secretAccessKey } = process.env;
  const secrets = join(folder, 'secrets');
  mkdirSync(secrets);
  const store = await storageOf({ mysql: { url }, s3: [{ endpoint, accessKeyId, secretAccessKey }] }, secrets);
  const here = ([name, value]) => [name, value.replace('/run/secrets', secrets)];
  const env = { ...Object.fromEntries(Object.entries(store.environment).map(here)), DEMO_ARCHIVE: 'true' };
  try {
    assert.match(await acervo(project, env, 'migrate'), /migrated: /);
    await serve(project, START, env, work);
    said('acervo migrate and start on MySQL and S3');
  } finally {
    await store.remove();
  }
}

export async function check() {
  const folder = freshFolder('package-check');
  try {
    const project = join(folder, 'project');
    await install(await pack(folder), project);
    await useEmbedded(project);
    await useServers(project, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
