// The long form of test/e2e/abuse*.spec.ts: every case in pieces of many lengths, hundreds of slow sockets, thousands of idle ones, and
// waiting until the service's own patience ends. `npm run test:abuse` writes docs/reliability/abuse-http.json.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const RECORD = join(root, 'docs/reliability/abuse-http.json');

function play(record) {
  const args = ['node_modules/jest/bin/jest.js', 'test/e2e/abuse', '--selectProjects', 'e2e', '--maxWorkers=1'];
  const environment = { ...process.env, ACERVO_ABUSE: 'long', ACERVO_ABUSE_RECORD: record };
  return new Promise((resolve) => {
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: environment }).on('exit', (code) => resolve(code === 0));
  });
}

const started = Date.now();
const folder = await mkdtemp(join(tmpdir(), 'acervo-abuse-'));
const ok = await play(join(folder, 'cases'));
const lines = await readFile(join(folder, 'cases'), 'utf8').catch(() => '');
await rm(folder, { recursive: true });
const cases = lines
  .split('\n')
  .filter(Boolean)
  .map((line) => ({ ...JSON.parse(line), result: 'passed' }));
if (!ok) process.exit(1);
const previous = await readFile(RECORD, 'utf8').then(JSON.parse, () => ({ found: [] }));
const record = {
  suite: 'abuse-http',
  title: 'Raw HTTP abuse over plain sockets',
  command: 'npm run test:abuse',
  date: new Date().toISOString().slice(0, 10),
  seconds: Math.round((Date.now() - started) / 1000),
  seeds: [],
  cases,
  // Defects are recorded by hand when they are fixed; a run adds and removes none.
  found: previous.found,
};
await mkdir(dirname(RECORD), { recursive: true });
await writeFile(RECORD, `${JSON.stringify(record, null, 2)}\n`);
