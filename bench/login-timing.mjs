/**
 * Whether the time of a refused login tells an unknown user from a wrong password: means must be within 5 %.
 *
 *   node bench/login-timing.mjs [--root DIR] [--tries 500]
 *
 * Runs the service as its own process on an embedded store; one try after the
 * other, kinds interleaved in changing order, so that whatever else the machine does falls on all alike.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startService } from './lib/service.mjs';
import { percentile } from './lib/statistics.mjs';

const { values: options } = parseArgs({
  options: { root: { type: 'string', default: process.cwd() }, tries: { type: 'string', default: '500' } },
});
const TRIES = Number(options.tries);
const TARGET = 0.05;
const WARM_UP = 20;

const dataDir = await mkdtemp(join(tmpdir(), 'acervo-timing-'));
// Never blocked: a block has an answer, and a time, of its own.
const service = await startService(options.root, { env: { DATA_DIR: dataDir, LOGIN_FAILURES: '1000000000' } }, []);
const address = new URL(service.createUrl).origin;

const login = async (username, password) => {
  const body = JSON.stringify({ username, password });
  const start = process.hrtime.bigint();
  const response = await fetch(`${address}/api/Autenticacao/Login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  const text = await response.text();
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  const shown = [response.status, text.replace(/"idRequisicao":"[^"]*"/, ''), [...response.headers.keys()].join()].join(' ');
  return { ms, shown };
};
const word = () => randomBytes(6).toString('hex');
const KINDS = {
  'wrong password': () => login('demo', 'Errada@2026'),
  'unknown user': () => login('ninguem', 'Errada@2026'),
  'unknown user, another each time': () => login(word(), 'Errada@2026'),
};

const times = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []]));
const answers = new Set();
try {
  for (let round = -WARM_UP; round < TRIES; round++) {
    const kinds = Object.keys(KINDS);
    for (let shift = 0; shift < kinds.length; shift++) {
      const kind = kinds[(round + WARM_UP + shift) % kinds.length];
      const { ms, shown } = await KINDS[kind]();
      answers.add(shown);
      if (round >= 0) times[kind].push(ms);
    }
  }
} finally {
  await service.stop();
  await rm(dataDir, { recursive: true });
}

const mean = (list) => list.reduce((sum, ms) => sum + ms, 0) / list.length;
const at = (list, part) =>
  percentile(
    [...list].sort((a, b) => a - b),
    part,
  );
const base = mean(times['wrong password']);
console.log(
  `${TRIES} tries of each kind, ms\n\n| refused login | mean | to wrong password | median | p95 | standard error |\n| --- | ---: | ---: | ---: | ---: | ---: |`,
);
let worst = 0;
for (const [kind, list] of Object.entries(times)) {
  const difference = mean(list) / base - 1;
  worst = Math.max(worst, Math.abs(difference));
  const error = Math.sqrt(mean(list.map((ms) => (ms - mean(list)) ** 2)) / list.length);
  const cells = [
    kind,
    mean(list).toFixed(2),
    `${(difference * 100).toFixed(2)} %`,
    at(list, 0.5).toFixed(2),
    at(list, 0.95).toFixed(2),
    error.toFixed(2),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
console.log(
  `\nanswers that differ in anything but the request id: ${answers.size === 1 ? 'none' : answers.size}; target: means within ${TARGET * 100} %`,
);
process.exitCode = worst <= TARGET && answers.size === 1 ? 0 : 1;
