/**
 * Runs the README's commands in a fresh clone and writes docs/first-call.md with the duration of each step.
 *
 *   npm run first-call [-- --cold] [--port 8080]
 *
 * --cold: with an empty npm cache. --port: where the README's own is taken. The clone has what is committed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine } from '../bench/lib/report.mjs';
import { Newcomer } from './first-call/newcomer.mjs';
import { firstCallPage } from './first-call/page.mjs';
import { readSteps } from './first-call/readme.mjs';

const { values } = parseArgs({ options: { cold: { type: 'boolean', default: false }, port: { type: 'string' } } });
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'acervo-first-call-'));
const { stdout: npm } = spawnSync('npm', ['--version'], { encoding: 'utf8', cwd: folder, shell: process.platform === 'win32' });
const [load] = loadavg();
const newcomer = new Newcomer({ folder, ...values });

try {
  const { start, calls } = readSteps(readFileSync(join(root, 'README.md'), 'utf8'));
  const steps = [newcomer.clone(root), ...(await newcomer.start(start)), ...(await newcomer.calls(calls))];
  const date = new Date().toISOString().slice(0, 10);
  const page = firstCallPage({ ...values, steps, date, machine: `${machine()}, npm ${npm.trim()}`, load, home: newcomer.home });
  writeFileSync(join(root, 'docs/first-call.md'), page);
  console.log(page);
} finally {
  await newcomer.leave();
  rmSync(folder, { recursive: true, force: true });
}
