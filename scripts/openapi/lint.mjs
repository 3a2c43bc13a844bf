/**
 * Lints docs/openapi.json: no error and no warning. The linters bring hundreds of packages that nothing else
 * needs, so they are installed once, of pinned versions, in the cache of scripts/servers.
 *
 *   npm run openapi:lint
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cached } from '../servers/cache.mjs';

const TIMEOUT_MS = 5 * 60_000;
const NPM = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
const SILENT = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1' };
const FILE = 'docs/openapi.json';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const run = promisify(execFile);

async function install() {
  const manifest = await readFile(here('tools/package.json'), 'utf8');
  const fill = async (folder) => {
    console.error('[openapi] installing the linters, once; this takes half a minute');
    await mkdir(folder, { recursive: true });
    await cp(here('tools/package.json'), join(folder, 'package.json'));
    await run('npm', ['install', ...NPM], { cwd: folder, timeout: TIMEOUT_MS });
  };
  return cached('openapi-linters', JSON.parse(manifest), fill, { timeoutMs: TIMEOUT_MS, log: (line) => console.error(line) });
}

/** What a linter found, or nothing. */
async function findings(folder, program, args) {
  const env = { ...process.env, ...SILENT };
  const path = join(folder, 'node_modules', program);
  return run(process.execPath, [path, ...args], { cwd: root, env, timeout: TIMEOUT_MS, maxBuffer: 2 ** 26 }).then(
    () => '',
    ({ stdout, stderr, message }) => stdout || stderr || message,
  );
}

const folder = await install().catch((error) => {
  const isFailure = process.env.CI === 'true';
  console.error(`[openapi] NOT RUN: the linters cannot be had: ${error.message}`);
  process.exit(isFailure ? 1 : 0);
});
const said = [
  await findings(folder, '@redocly/cli/bin/cli.js', ['lint', '--config', here('redocly.yaml'), '--format', 'stylish', FILE]),
  await findings(folder, '@stoplight/spectral-cli/dist/index.js', [
    'lint',
    '--ruleset',
    here('spectral.yaml'),
    '--fail-severity',
    'hint',
    FILE,
  ]),
].filter(Boolean);
for (const text of said) console.error(text);
if (said.length > 0) process.exit(1);
console.log(`openapi: ${FILE} passes Redocly and Spectral without a warning`);
