/**
 * Large files in JSON bodies, against the floor of a bare server, with memory and event loop: see docs/performance.md.
 *
 *   npm run bench:ingest -- [--storage servers|embedded] [--s3 minio|ceph|versitygw] [--only 1,10,100,1000,8x100,answer]
 *                           [--rounds N] [--also FOLDER]… [--node-option=OPTION]… [--no-results]
 *
 * --also measures another, built copy of the repository in the same rounds: before and after of a change.
 */
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CASES } from './lib/cases.mjs';
import { runCase } from './lib/measure.mjs';
import { saying, startNode } from './lib/process.mjs';
import { serversOf } from './lib/processor-time.mjs';
import { table, verdicts } from './lib/report.mjs';
import { writeResults } from './lib/results.mjs';
import { HERE, migrate, startService } from './lib/service.mjs';
import { openStores } from './lib/stores.mjs';

const program = (name) => fileURLToPath(new URL(`lib/${name}.mjs`, import.meta.url));
const say = saying();

const { values: options } = parseArgs({
  options: {
    storage: { type: 'string', default: 'servers' },
    s3: { type: 'string', default: 'minio' },
    only: { type: 'string' },
    rounds: { type: 'string' },
    also: { type: 'string', multiple: true, default: [] },
    'node-option': { type: 'string', multiple: true, default: [] },
    results: { type: 'boolean', default: true },
  },
  allowNegative: true,
});

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
const only = options.only?.split(',');
const cases = CASES.filter(({ name }) => !only || only.includes(name)).map((entry) =>
  options.rounds ? { ...entry, rounds: Number(options.rounds) } : entry,
);
const compares = options.also.length > 0;
const roots = { service: HERE, ...Object.fromEntries(options.also.map((folder) => [basename(resolve(folder)), resolve(folder)])) };

async function start(roots, store) {
  const services = {};
  for (const [name, root] of Object.entries(roots)) services[name] = await startService(root, store, options['node-option']);
  return services;
}

/** A fresh service for each case: what one leaves in memory is not the next one's. */
async function measured(entry, tools) {
  say(entry.title);
  const services = await start(roots, tools.store);
  try {
    const results = await runCase(entry, services, tools);
    return results.map((result) => ({ ...entry, ...result, title: compares ? `${entry.title}, ${result.name}` : entry.title }));
  } finally {
    for (const service of Object.values(services)) await service.stop();
  }
}

const rows = [];
const store = await openStores(options.storage, { s3: options.s3 });
const floor = startNode([program('floor-server'), JSON.stringify(store.floor)]);
const [load, watcher] = ['files-load', 'watcher'].map((name) => startNode([program(name)]));
try {
  if (store.needsMigration) await migrate(HERE, store);
  const tools = { store, load, watcher, servers: serversOf(store.env), floor: { pid: floor.pid, address: await floor.ask('address') } };
  for (const entry of cases) {
    rows.push(...(await measured(entry, tools)));
    console.log(table(rows.slice(-Object.keys(roots).length)));
  }
} finally {
  for (const helper of [floor, load, watcher]) await helper.stop();
  await store.stop();
}

console.log(`\n${table(rows)}\n\n${verdicts(rows).join('\n')}`);
if (options.results && !compares && !only) {
  const [name, flags] = options.storage === 'servers' ? ['ingest', ''] : [`ingest-${options.storage}`, ` -- --storage ${options.storage}`];
  await writeResults(name, { command: `npm run bench:ingest${flags}`, storage: store.title, rows });
}
process.exit(0);
