// What `npm run lint` checks: as many programs at once as there are processors, what takes longest first.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './ensure-deps.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const CHECKS = [
  'eslint .',
  'tsc --noEmit -p tsconfig.spec.json',
  'tsc -p libs/console',
  'prettier --check .',
  'depcruise src libs test bench',
  'node scripts/openapi/lint.mjs',
  'node scripts/actionlint.mjs',
  'npm run --silent supply-chain',
  'node scripts/reliability.mjs --check',
  'node scripts/performance.mjs --check',
];

const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}` };

/** Prints the output when the program has ended, so that outputs are not interleaved. */
function passes(command) {
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, { cwd: root, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
    child.on('close', (code) => {
      console.error(`[lint] ${command}: ${code === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - startedAt) / 1000)} s`);
      process.stdout.write(said);
      resolve(code === 0);
    });
  });
}

const left = CHECKS.values();
let ok = true;
const lane = async () => {
  for (const command of left) ok = (await passes(command)) && ok;
};
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, lane));
process.exit(ok ? 0 : 1);
