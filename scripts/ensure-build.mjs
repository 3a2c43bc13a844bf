// Compiles src, libs and scripts/docs into dist when any input is newer than the last build, then the console the same way.
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
  await import('./build/compile.mjs');
}
// That build has emptied dist.
await import('./ensure-console.mjs');
