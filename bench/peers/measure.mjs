/** The measurement of run.mjs, under the Node that it found. */
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../../scripts/servers/ports.mjs';
import { cpuSeconds, median } from '../lib/measure.mjs';
import { startNode } from '../lib/process.mjs';
import { bucketOn, databaseOn, openStores } from '../lib/stores.mjs';
import { openAcervo } from './acervo.mjs';
import { check } from './check.mjs';
import { openDirectus } from './directus.mjs';
import { installPeers } from './install.mjs';
import { openPocketbase } from './pocketbase.mjs';
import { CASES, document, results, summary, table } from './report.mjs';
import { openStrapi } from './strapi.mjs';

const RESULTS = fileURLToPath(new URL('../results/peers', import.meta.url));
const PEERS = { directus: openDirectus, strapi: openStrapi, pocketbase: openPocketbase };
const REST_MS = 4000;
const WARM_UP_SECONDS = 3;
const say = (text) => process.stderr.write(`[peers] ${text}\n`);
const program = (path) => fileURLToPath(new URL(path, import.meta.url));

const { values } = parseArgs({
  options: {
    contestants: { type: 'string', default: Object.keys(PEERS).join(',') },
    only: { type: 'string', default: CASES.map(({ name }) => name).join(',') },
    items: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    pool: { type: 'string', default: '10' },
    starts: { type: 'string', default: '3' },
    results: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const options = Object.fromEntries(
  ['items', 'rounds', 'seconds', 'connections', 'pool', 'starts'].map((name) => [name, Number(values[name])]),
);
const cases = CASES.filter(({ name }) => values.only.split(',').includes(name));
const isWhole = cases.length === CASES.length && values.contestants.split(',').length === Object.keys(PEERS).length;

function start(contestant) {
  const process = contestant.start();
  contestant.process = process;
  return tools.load.ask('firstAnswer', { call: contestant.ready }).catch((error) => {
    throw new Error(`${contestant.name}: ${error.message}\n${process.output()}`, { cause: error });
  });
}

/** Start time and memory at rest, over several starts. */
async function startUp(contestant) {
  const starts = [];
  for (let time = 0; time < options.starts; time++) {
    await contestant.process?.stop();
    starts.push(await start(contestant));
  }
  await sleep(REST_MS);
  contestant.startMs = median(starts);
  contestant.restMiB = await residentMiB(contestant);
}

const residentMiB = async ({ process }) => (await tools.watcher.ask('resident', { pid: process.pid })) / 2 ** 20;

/** Processor milliseconds that this machine has used, on all cores. */
const machineMs = () => cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);

async function measure({ process, calls }, seconds) {
  const before = { own: cpuSeconds(process.pid) * 1000, machine: machineMs() };
  const result = await tools.load.ask('run', { calls, connections: options.connections, seconds });
  const own = cpuSeconds(process.pid) * 1000 - before.own;
  return { ...result, cpuMs: own / result.done, machineMs: (machineMs() - before.machine) / result.done };
}

async function runCase(entry, contestants) {
  say(entry.title);
  const rounds = [];
  // The first round warms up.
  for (let round = 0; round <= options.rounds; round++) {
    const figures = {};
    for (const { name, process, calls } of contestants) {
      figures[name] = await measure({ process, calls: calls[entry.name] }, round === 0 ? WARM_UP_SECONDS : options.seconds);
    }
    if (round > 0) rounds.push(figures);
  }
  return contestants.map(({ name, calls }) => summary(entry, name, calls[entry.name].length, rounds));
}

const installed = await installPeers(say);
const store = await openStores('servers', { s3: 'minio' });
const opened = [];
const processes = [];
const keep = (started) => (processes.push(started), started);
const tools = { load: keep(startNode([program('load.mjs')])), watcher: keep(startNode([program('../lib/watcher.mjs')])) };
const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, DATABASE_URL: mysql } = store.env;

/** Set up and filled, each in a database and a bucket of its own on the same servers. */
async function open(name, opener) {
  say(`${name}: setting up and filling`);
  const database = new URL(await databaseOn({ url: mysql }));
  const bucket = await bucketOn({ endpoint, accessKeyId, secretAccessKey });
  const { pool, items: count } = options;
  const contestant = await opener({ installed, store, database, bucket, port: await freePort(), pool, count, load: tools.load });
  opened.push(contestant);
  await startUp(Object.assign(contestant, { name }));
  const calls = await check(contestant, tools.load);
  say(`${name}: first answer after ${Math.round(contestant.startMs)} ms; its answers are right`);
  return Object.assign(contestant, { calls });
}

try {
  if (!mysql) throw new Error('no MySQL here');
  const wanted = Object.entries(PEERS).filter(([name]) => values.contestants.split(',').includes(name) && installed[name]);
  const contestants = [];
  for (const [name, opener] of [['acervo', openAcervo], ...wanted]) contestants.push(await open(name, opener));
  const rows = [];
  for (const entry of cases) {
    rows.push(...(await runCase(entry, contestants)));
    console.log(table(rows.filter((row) => row.case === entry.name)));
  }
  await sleep(REST_MS);
  for (const contestant of contestants) contestant.loadedMiB = await residentMiB(contestant);
  const run = { command: 'npm run bench:peers', store, options, contestants, rows };
  if (values.results && isWhole) {
    await writeFile(`${RESULTS}.md`, document(run));
    await writeFile(`${RESULTS}.json`, `${JSON.stringify(results(run), null, 2)}\n`);
  }
  console.log(`\n${document(run)}`);
} finally {
  for (const { process } of opened) await process?.stop();
  for (const each of processes) await each.stop();
  for (const { close } of opened) await close?.();
  await store.stop();
}
process.exit(0);
