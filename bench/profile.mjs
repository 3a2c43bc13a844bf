/**
 * Where the time of a call goes: see docs/performance.md.
 *
 *   npm run bench:profile -- [--case create --case link …] [--seconds 5] [--documents 100000] [--connections 16] [--s3 minio] [--no-results]
 *
 * Each case is driven for so many seconds to warm up and to see what a call costs, and again under the profiler of V8.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { fillArchive, USERS } from './lib/archive.mjs';
import { CASES as INGEST_CASES } from './lib/cases.mjs';
import { flameGraph } from './lib/flame-graph.mjs';
import { saying, startedOnes, startNode } from './lib/process.mjs';
import { processorTimeOf, serversOf } from './lib/processor-time.mjs';
import { LAYERS, sharesOf, treeOf } from './lib/profile-layers.mjs';
import { tableOf } from './lib/report.mjs';
import { callOf, withFile } from './lib/request-calls.mjs';
import { CASES } from './lib/request-cases.mjs';
import { writeResults } from './lib/results.mjs';
import { HERE, migrate, startService } from './lib/service.mjs';
import { openStores } from './lib/stores.mjs';

const PROFILER = new URL('lib/profiler.mjs', import.meta.url).href;
const FLAMES = new URL('results/flames/', import.meta.url);
const program = (name) => fileURLToPath(new URL(`lib/${name}.mjs`, import.meta.url));
const say = saying();
const LARGE = { 10: 'create-10-mb', answer: 'answer-100-mb' };
const cases = [
  ...CASES,
  ...INGEST_CASES.filter(({ name }) => LARGE[name]).map((entry) => ({ ...entry, name: LARGE[entry.name], count: 1, parallel: 2 })),
];

const { values: options } = parseArgs({
  options: {
    case: { type: 'string', multiple: true, default: cases.map(({ name }) => name) },
    s3: { type: 'string', default: 'minio' },
    documents: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    results: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const unknown = options.case.find((name) => !cases.some((entry) => entry.name === name));
if (unknown) throw new Error(`no such case: ${unknown}; there are ${cases.map(({ name }) => name).join(', ')}`);
const seconds = Number(options.seconds);
/** Without rate limits; default logging. */
const SETTINGS = { RATE_LIMITS: 'off', LOGIN_FAILURES: '1000000000', LOG_LEVEL: 'info' };

/** How the case is driven for those seconds; answers how often it was answered. */
async function driveOf(entry, service, people, { small, large }) {
  if (entry.request) {
    const message = { calls: [callOf(entry, service, people)], connections: Number(options.connections), seconds };
    return async () => (await small.ask('run', message)).done;
  }
  const { size, parallel } = entry;
  const message = { url: service.createUrl, headers: service.headers, size, parallel };
  if (entry.kind === 'download') message.url = service.fileUrl((await large.ask('upload', { ...message, parallel: 1 })).answer);
  return async () => {
    const end = performance.now() + seconds * 1000;
    let answered = 0;
    for (; performance.now() < end; answered += parallel) await large.ask(entry.kind, message);
    return answered;
  };
}

async function profile(entry, service, people, loads, servers) {
  say(entry.title);
  const drive = await driveOf(entry, service, people, loads);
  await drive();
  const { result: answered, each } = await processorTimeOf({ service: [service.pid], ...servers }, drive);
  const cpuUs = Object.fromEntries(Object.entries(each).map(([who, [used]]) => [who, (used / answered) * 1e6]));
  await service.ask('startProfile');
  await drive();
  const { mainShare, ...taken } = await service.ask('stopProfile');
  const tree = treeOf(taken, HERE);
  if (options.results) {
    await mkdir(FLAMES, { recursive: true });
    await writeFile(new URL(`${entry.name}.svg`, FLAMES), flameGraph(`${entry.title}: main thread, idle time left out`, tree));
  }
  return { name: entry.name, title: entry.title, cpuUs, shares: sharesOf(tree, mainShare) };
}

const table = (rows) =>
  tableOf(
    [['per cent of the CPU', ([title]) => title], ...rows.map(({ name }, index) => [name, ([, cell]) => cell(rows[index])])],
    [
      ...Object.entries(LAYERS).map(([layer, title]) => [title, ({ shares }) => shares[layer].toFixed(1)]),
      ['CPU µs of a call', ({ cpuUs }) => cpuUs.service.toFixed(0)],
    ],
  );

const store = await openStores('servers', { s3: options.s3 });
const { keep, stop } = startedOnes();
const rows = [];
try {
  await migrate(HERE, store);
  const env = { ...store, env: { ...store.env, ...SETTINGS } };
  const people = await fillArchive(store, { documents: Number(options.documents), mixed: true, users: USERS }, say);
  const database = await createConnection(store.env.DATABASE_URL);
  const started = keep(await startService(HERE, env, ['--import', PROFILER], false));
  const service = await withFile(started, database);
  await database.end();
  const loads = { small: keep(startNode([program('calls-load')])), large: keep(startNode([program('files-load')])) };
  const servers = serversOf(store.env);
  for (const entry of cases.filter(({ name }) => options.case.includes(name)))
    rows.push(await profile(entry, service, people, loads, servers));
} finally {
  await stop();
  await store.stop();
}

console.log(table(rows));
if (options.results && rows.length === cases.length) {
  const { documents, connections } = options;
  await writeResults('profile', {
    command: 'npm run bench:profile',
    storage: store.title,
    documents,
    seconds,
    connections,
    layers: LAYERS,
    rows,
  });
}
process.exit(0);
