// Compiles src, libs and scripts/docs into dist when any input is newer than the last build, then the console the same way.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Has a build of its own. */
const ownBuild = join(root, 'libs/console');
const newestIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !(entry.parentPath ?? entry.path).startsWith(ownBuild))
    .reduce((newest, entry) => Math.max(newest, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs), 0);

const output = join(root, 'dist/src/main.js');
const settings = ['tsconfig.json', 'nest-cli.json', 'package-lock.json', 'scripts/build/compile.mjs'].map(
  (file) => statSync(join(root, file)).mtimeMs,
);
const newestInput = Math.max(newestIn('src'), newestIn('libs'), newestIn('scripts/docs'), ...settings);

if (!existsSync(output) || statSync(output).mtimeMs < newestInput) {
  console.error('[setup] building …');
  // In a process of its own: the compiler does not stay in the memory of a service that begins here.
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build/compile.mjs')], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
// That build has emptied dist.
await import('./ensure-console.mjs');
