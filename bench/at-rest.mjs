/**
 * How long the service takes to its first answer, and the memory it then rests at: `npm start` for the second time, on embedded storage.
 *
 *   npm run bench:at-rest -- [--rounds 5] [--no-results]
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { residentBytes } from './lib/processor-time.mjs';
import { writeResults } from './lib/results.mjs';
import { HERE } from './lib/service.mjs';
import { median } from './lib/statistics.mjs';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, results: { type: 'boolean', default: true } },
  allowNegative: true,
});
const REST_MS = 5000;
const MIB = 2 ** 20;

const groupOf = (pid) => Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ')[2]);

/** The process that serves is one of those that npm has started, and by far the largest. */
function largestOf(group) {
  const members = readdirSync('/proc').filter((name) => {
    try {
      return groupOf(name) === group;
    } catch {
      return false;
    }
  });
  return Math.max(...members.map(residentBytes));
}

async function once(dataDir, port) {
  const begun = performance.now();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
  const child = spawn('npm', ['start', '--silent'], { cwd: HERE, env, stdio: 'ignore', detached: true });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/saude/pronta`).catch(() => null);
      if (answer?.ok) break;
      if (performance.now() - begun > 120_000) throw new Error('no answer within two minutes');
      await sleep(10);
    }
    const firstAnswerMs = performance.now() - begun;
    await sleep(REST_MS);
    return { firstAnswerMs, restingMiB: largestOf(child.pid) / MIB };
  } finally {
    process.kill(-child.pid, 'SIGTERM');
    await gone;
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'acervo-rest-'));
const measured = [];
try {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  // The first time makes keys and the demo archive.
  for (let round = 0; round <= Number(options.rounds); round++) {
    const figures = await once(dataDir, port);
    if (round > 0) measured.push(figures);
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
const of = (figure) => {
  const values = measured.map((each) => each[figure]);
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
};
const results = {
  command: 'npm run bench:at-rest',
  storage: 'SQLite + local files',
  firstAnswerMs: of('firstAnswerMs'),
  restingMiB: of('restingMiB'),
};
console.log(results);
if (options.results) await writeResults('at-rest', results);
