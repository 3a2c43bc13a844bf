/**
 * Small requests against a bare server that sends the same statements: see docs/performance.md.
 *
 *   npm run bench:requests -- [--only create,search-two,…] [--documents 100000] [--rounds 5] [--seconds 5] [--connections 16]
 *                             [--before FOLDER] [--no-results] [--statements]
 *
 * The statements are recorded from the service itself, twice, and replayed by the floor with new ids (lib/replay.mjs). Both take turns,
 * A B A B, each under the load of another process. --before measures another built copy of the repository in the same rounds.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { fillDemo } from './lib/demo-fill.mjs';
import { cpuSeconds, median } from './lib/measure.mjs';
import { startNode } from './lib/process.mjs';
import { answerOf, callOf, withFile } from './lib/request-calls.mjs';
import { CASES } from './lib/request-cases.mjs';
import { table } from './lib/request-report.mjs';
import { writeResults } from './lib/results.mjs';
import { HERE, migrate, startService } from './lib/service.mjs';
import { openStores } from './lib/stores.mjs';

const RECORDER = new URL('lib/record-sql.mjs', import.meta.url).href;
const program = (name) => fileURLToPath(new URL(`lib/${name}.mjs`, import.meta.url));
const say = (text) => process.stderr.write(`[bench] ${text}\n`);

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    s3: { type: 'string', default: 'minio' },
    documents: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    before: { type: 'string' },
    statements: { type: 'boolean', default: false },
    results: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const only = options.only?.split(',');
const cases = CASES.filter(({ name }) => !only || only.includes(name));
const roots = { service: HERE, ...(options.before && { before: resolve(options.before) }) };
/** Without limits that are not measured. */
const UNLIMITED = { RATE_LIMITS: 'off', LOGIN_FAILURES: '1000000000' };

async function record(entry, recorder) {
  const call = await callOf(entry, recorder);
  // The first calls fill what the service remembers.
  for (let warm = 0; warm < 3; warm++) await answerOf(call);
  const recordings = [];
  let last;
  for (let time = 0; time < 2; time++) {
    await recorder.ask('record');
    last = await answerOf(call);
    recordings.push(await recorder.ask('recorded'));
  }
  return { recordings, answer: last.text, status: last.status };
}

async function measure(contestant, { load }) {
  const before = cpuSeconds(contestant.pid);
  const result = await load.ask('run', { ...contestant.call, connections: Number(options.connections), seconds: Number(options.seconds) });
  if (result.refused + result.errors > 0) throw new Error(`${contestant.name}: ${JSON.stringify(result)}`);
  return { ...result, cpuUs: ((cpuSeconds(contestant.pid) - before) / result.answered) * 1e6 };
}

async function runCase(entry, services, recorder, floor, tools) {
  say(entry.title);
  const { recordings, answer, status } = await record(entry, recorder);
  const [first] = Object.values(services);
  const play = { recordings, answer, status, work: entry.work, authorised: !entry.anonymous, key: first.objectKey, hash: tools.hash };
  const statements = await floor.ask('play', play);
  if (options.statements) console.log(statements.join('\n'), '\n');
  const contestants = [];
  for (const [name, service] of Object.entries(services)) contestants.push({ name, pid: service.pid, call: await callOf(entry, service) });
  contestants.push({ name: 'floor', pid: floor.pid, call: { ...contestants[0].call, url: floor.address } });
  const rounds = [];
  for (let round = 0; round <= Number(options.rounds); round++) {
    const results = {};
    for (const contestant of contestants) results[contestant.name] = await measure(contestant, tools);
    if (round > 0) rounds.push(results);
  }
  const of = (who, figure) => median(rounds.map((results) => results[who][figure]));
  const figures = (who) => Object.fromEntries(['perSecond', 'cpuUs', 'p50', 'p99'].map((figure) => [figure, of(who, figure)]));
  const against = (name) => {
    const ratios = rounds.map((results) => results[name].perSecond / results.floor.perSecond);
    return { ...figures(name), ratio: median(ratios), ratioMin: Math.min(...ratios), ratioMax: Math.max(...ratios) };
  };
  return {
    title: entry.title,
    target: entry.target,
    statements: statements.length,
    floor: figures('floor'),
    ...Object.fromEntries(Object.keys(services).map((name) => [name, against(name)])),
  };
}

const store = await openStores('servers', { s3: options.s3 });
const processes = [];
const keep = (started) => (processes.push(started), started);
const rows = [];
try {
  await migrate(HERE, store);
  const env = { ...store, env: { ...store.env, ...UNLIMITED } };
  const database = await createConnection(store.env.DATABASE_URL);
  const services = {};
  for (const [name, root] of Object.entries(roots)) services[name] = keep(await startService(root, env, []));
  await fillDemo(database, 0, Number(options.documents), say);
  for (const name of Object.keys(services)) services[name] = await withFile(services[name], database);
  const recorder = { ...(await withFile(keep(await startService(HERE, env, ['--import', RECORDER], false)), database)) };
  const [[{ hash }]] = await database.query("SELECT password_hash AS hash FROM user_account WHERE login = 'demo'");
  await database.end();
  const target = { databaseUrl: store.env.DATABASE_URL, pool: 10, s3: store.floor, secret: store.env.JWT_SECRET };
  const floorProcess = keep(startNode([program('floor-requests'), JSON.stringify(target)]));
  const floor = { ...floorProcess, address: await floorProcess.ask('address') };
  const tools = { load: keep(startNode([program('request-load')])), hash };
  for (const entry of cases) {
    rows.push(await runCase(entry, services, recorder, floor, tools));
    console.log(table(rows.slice(-1)));
  }
} finally {
  for (const each of processes) await each.stop();
  await store.stop();
}

console.log(`\n${table(rows)}`);
if (options.results && !only) {
  const { documents, rounds, seconds, connections } = options;
  await writeResults('requests', {
    command: 'npm run bench:requests',
    storage: store.title,
    documents,
    rounds,
    seconds,
    connections,
    rows,
  });
}
process.exit(0);
