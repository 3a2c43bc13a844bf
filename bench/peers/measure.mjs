/** The measurement of run.mjs, under the Node that it found. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../../scripts/servers/ports.mjs';
import { contest } from '../lib/contest.mjs';
import { saying, startedOnes, startNode } from '../lib/process.mjs';
import { serversOf } from '../lib/processor-time.mjs';
import { commandOf, resultsOf, writeResults } from '../lib/results.mjs';
import { median } from '../lib/statistics.mjs';
import { bucketOn, databaseOn, openStores } from '../lib/stores.mjs';
import { openAcervo, openEmbedded } from './acervo.mjs';
import { check } from './check.mjs';
import { openDirectus } from './directus.mjs';
import { installPeers } from './install.mjs';
import { openPocketbase } from './pocketbase.mjs';
import { CASES, document, summary, table } from './report.mjs';
import { openStrapi } from './strapi.mjs';

const RESULTS = fileURLToPath(new URL('../results/peers.md', import.meta.url));
/** With the one of ours that each is measured beside: the same kind of storage. */
const PEERS = {
  directus: { opener: openDirectus, beside: 'acervo' },
  strapi: { opener: openStrapi, beside: 'acervo' },
  pocketbase: { opener: openPocketbase, beside: 'acervo-embedded' },
};
const OURS = { acervo: openAcervo, 'acervo-embedded': openEmbedded };
const REST_MS = 4000;
const say = saying('peers');
const program = (path) => fileURLToPath(new URL(path, import.meta.url));

const { values } = parseArgs({
  options: {
    contestants: { type: 'string', default: Object.keys(PEERS).join(',') },
    only: { type: 'string', default: CASES.map(({ name }) => name).join(',') },
    items: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
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

async function runCase(entry, contestants) {
  say(entry.title);
  const sides = contestants.map(({ name, process, calls, settled, usesServers = true }) => ({
    name,
    settled,
    calls: calls[entry.name],
    roles: { own: [process.pid], ...(usesServers && serversOf(store.env)) },
  }));
  const rounds = await contest(sides, tools.load, options);
  return contestants.map((contestant) => summary(entry, contestant, rounds));
}

const installed = await installPeers(say);
const store = await openStores('servers', { s3: 'minio' });
const opened = [];
const { keep, stop } = startedOnes();
const tools = { load: keep(startNode([program('../lib/calls-load.mjs')])), watcher: keep(startNode([program('../lib/watcher.mjs')])) };
const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, DATABASE_URL: mysql } = store.env;

/** Set up and filled, each in a database and a bucket of its own on the same servers. */
async function open(name, { opener, beside }) {
  say(`${name}: setting up and filling`);
  const database = new URL(await databaseOn({ url: mysql }));
  const bucket = await bucketOn({ endpoint, accessKeyId, secretAccessKey });
  const { pool, items: count } = options;
  const contestant = await opener({ installed, store, database, bucket, port: await freePort(), pool, count, log: say, load: tools.load });
  opened.push(contestant);
  await startUp(Object.assign(contestant, { name, beside }));
  const calls = await check(contestant, count, tools.load);
  say(`${name}: first answer after ${Math.round(contestant.startMs)} ms; its answers are right`);
  return Object.assign(contestant, { calls });
}

try {
  if (!mysql) throw new Error('no MySQL here');
  const peers = Object.entries(PEERS).filter(([name]) => values.contestants.split(',').includes(name) && installed[name]);
  const ours = [...new Set(peers.map(([, { beside }]) => beside))].map((name) => [name, { opener: OURS[name] }]);
  const contestants = [];
  for (const [name, how] of [...ours, ...peers]) contestants.push(await open(name, how));
  const rows = [];
  for (const entry of cases) {
    rows.push(...(await runCase(entry, contestants)));
    console.log(table(rows.filter((row) => row.case === entry.name)));
  }
  await sleep(REST_MS);
  for (const contestant of contestants) contestant.loadedMiB = await residentMiB(contestant);
  const processes = contestants.map(({ name, version, startMs, restMiB, loadedMiB }) => ({ name, version, startMs, restMiB, loadedMiB }));
  const run = resultsOf({ command: commandOf('bench:peers'), storage: store.title, options, processes, rows });
  if (values.results && cases.length === CASES.length && peers.length === Object.keys(PEERS).length) {
    await writeFile(RESULTS, document(run));
    await writeResults('peers', run);
  }
  console.log(`\n${document(run)}`);
} finally {
  for (const { process } of opened) await process?.stop();
  await stop();
  for (const { close } of opened) await close?.();
  await store.stop();
}
process.exit(0);
