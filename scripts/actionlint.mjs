/**
 * Judges the workflows of GitHub, or the files that are named, by actionlint: built once by the Go toolchain, then cached.
 *
 *   node scripts/actionlint.mjs [FILE...]
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goProgram } from './servers/go.mjs';
import { logToStderr } from './servers/ways.mjs';

const ACTIONLINT = { module: 'github.com/rhysd/actionlint/cmd/actionlint', version: 'v1.7.12' };
/** Not what happens to be installed: the same findings everywhere. */
const ALONE = ['-shellcheck=', '-pyflakes='];

const root = fileURLToPath(new URL('..', import.meta.url));
const workflows = join(root, '.github/workflows');
const files = process.argv.length > 2 ? process.argv.slice(2) : readdirSync(workflows).map((name) => join(workflows, name));

const program = await goProgram('actionlint', ACTIONLINT.module, ACTIONLINT.version, { log: logToStderr }).catch((error) => {
  console.error(`[actionlint] NOT RUN: it cannot be had: ${error.message}`);
  process.exit(process.env.CI === 'true' ? 1 : 0);
});
const { status } = spawnSync(program, [...ALONE, ...files], { stdio: 'inherit' });
if (status === 0) console.log(`actionlint: ${files.length} workflows, no finding`);
process.exit(status ?? 1);
