// Run before whatever needs packages: installs the locked dependencies when node_modules is absent or differs from the lockfile.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const packagesOf = (file) => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).packages ?? {}) : {});

/** node_modules/.package-lock.json is npm's own record of what is installed. */
function inSync() {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const want = packagesOf(join(root, 'package-lock.json'));
  const have = packagesOf(installed);
  return Object.entries(want).every(
    ([path, entry]) => path === '' || entry.extraneous || entry.optional || entry.devOptional || have[path]?.version === entry.version,
  );
}

if (!inSync()) {
  console.error('[setup] installing the locked dependencies (npm ci) …');
  const npmCli = process.env.npm_execpath;
  const [command, before] = npmCli && /\.c?js$/.test(npmCli) ? [process.execPath, [npmCli]] : ['npm', []];
  const run = spawnSync(command, [...before, 'ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (run.status !== 0) process.exit(run.status ?? 1);
}
