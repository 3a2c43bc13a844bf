// Builds libs/console into dist when any input is newer than the last build.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const changedAt = (path) => statSync(path).mtimeMs;
const inputs = readdirSync(join(root, 'libs/console'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
const output = join(root, 'dist/libs/console/index.html');

if (!existsSync(output) || changedAt(output) < Math.max(...[...inputs, join(root, 'package-lock.json')].map(changedAt))) {
  console.error('[setup] building the console …');
  const args = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', 'libs/console'];
  const run = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (run.status !== 0) process.exit(run.status ?? 1);
}
