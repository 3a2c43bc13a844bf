// Installs the locked packages that are missing: all of them, or those of some of the project's own packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILD, dependenciesOf, packagesOf, READERS, SERVICE } from './supply/packages.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const readsFiles = process.env.READ_FILES === 'true' || process.argv.includes('--readers');
/** To build the service and to run it; what reads the text of files is large, and installed when it is asked for. */
export const RUN = [SERVICE, ...BUILD, ...(readsFiles ? [READERS] : [])];

/** node_modules/.package-lock.json is npm's own record of what is installed. */
function isInstalled(own) {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages ?? {};
  const paths = own && new Set(own.flatMap((each) => [...dependenciesOf(lock, each)]));
  return packagesOf(lock)
    .filter(({ path, optional, devOptional, extraneous }) => !optional && !devOptional && !extraneous && (!paths || paths.has(path)))
    .every(({ path, version }) => have[path]?.version === version);
}

/** `own`: the project's own packages whose dependencies are needed; without: all, and what tests and lint need. */
export function install(own) {
  if (isInstalled(own)) return;
  console.error('[setup] installing the locked dependencies (npm ci) …');
  const some = own?.filter((each) => each !== SERVICE).flatMap((each) => ['--workspace', each]);
  const what = some ? ['--omit=dev', '--include-workspace-root', ...some] : ['--include=dev'];
  const npmCli = process.env.npm_execpath;
  const [command, before] = npmCli && /\.c?js$/.test(npmCli) ? [process.execPath, [npmCli]] : ['npm', []];
  const run = spawnSync(command, [...before, 'ci', '--no-audit', '--no-fund', '--loglevel=error', ...what], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (run.status !== 0) process.exit(run.status ?? 1);
}
