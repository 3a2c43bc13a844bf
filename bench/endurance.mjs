/**
 * Memory through an hour of mixed load: creates with and without files, searches, files as bytes and as Base64, links, log-ins, at a steady pace.
 *
 *   npm run bench:endurance -- [--minutes 60] [--per-second 15] [--no-results]
 *
 * An open model: requests are sent by the clock, whether or not the ones before have been answered.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { fillArchive, USERS } from './lib/archive.mjs';
import { residentBytes } from './lib/processor-time.mjs';
import { CASES } from './lib/request-cases.mjs';
import { answerOf, callOf, withFile } from './lib/request-calls.mjs';
import { writeResults } from './lib/results.mjs';
import { HERE, migrate, startService } from './lib/service.mjs';
import { percentile } from './lib/statistics.mjs';
import { openStores } from './lib/stores.mjs';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    'per-second': { type: 'string', default: '15' },
    results: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const DOCUMENTS = 10_000;
const MIB = 2 ** 20;
const EVERY_MS = 1000 / Number(options['per-second']);

const store = await openStores('servers', { s3: 'minio' });
let service;
try {
  await migrate(HERE, store);
  const people = await fillArchive(store, { documents: DOCUMENTS, mixed: true, users: USERS }, (text) =>
    process.stderr.write(`[bench] ${text}\n`),
  );
  const env = { ...store, env: { ...store.env, RATE_LIMITS: 'off', LOGIN_FAILURES: '1000000000', SESSION_MINUTES: '1440' } };
  service = await startService(HERE, env, []);
  const database = await createConnection(store.env.DATABASE_URL);
  const target = await withFile(service, database);
  await database.end();
  const calls = CASES.map((entry) => callOf(entry, target, people));
  const idleMiB = residentBytes(service.pid) / MIB;
  const minutes = [];
  const times = [];
  let [failed, sent] = [0, 0];
  const ask = async (turn) => {
    const start = performance.now();
    await answerOf(calls[turn % calls.length], turn, turn).catch(() => failed++);
    times.push(performance.now() - start);
  };
  const end = Date.now() + Number(options.minutes) * 60_000;
  let nextLook = Date.now() + 60_000;
  for (let due = Date.now(); due < end; due += EVERY_MS) {
    await sleep(Math.max(0, due - Date.now()));
    void ask(sent++);
    if (Date.now() < nextLook) continue;
    nextLook += 60_000;
    minutes.push(residentBytes(service.pid) / MIB);
    process.stderr.write(`[bench] minute ${minutes.length}: ${Math.round(minutes.at(-1))} MiB, ${sent} requests, ${failed} failed\n`);
  }
  await sleep(60_000);
  times.sort((a, b) => a - b);
  const results = {
    command: `npm run bench:endurance -- --minutes ${options.minutes} --per-second ${options['per-second']}`,
    storage: store.title,
    minutes: Number(options.minutes),
    requests: sent,
    failed,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    idleMiB,
    restingMiB: residentBytes(service.pid) / MIB,
    eachMinuteMiB: minutes,
  };
  console.log(results);
  if (options.results) await writeResults('endurance', results);
} finally {
  await service?.stop();
  await store.stop();
}
process.exit(0);
