/**
 * The e2e suite on a cluster of databases, all of it at one node; then replicas of the service that each write to another node, under
 * the oracle of the tests of faults. On Vitess, which is written to at one place, the contracts in their place.
 *
 *   npm run test:clusters -- galera | group-replication | tidb | vitess  [--only e2e | contracts | suites | writers | move | shards] [--stay] [--shards 2] [--copies 3] [test file patterns]
 *
 * TEST_CLUSTER_URLS=url,url,… names the nodes of one that runs already: the only way to have TiDB. --stay starts it, prints what tests are told of it, and waits.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { environmentOf, startServers } from './servers.mjs';
import { startGalera } from './servers/galera.mjs';
import { startGroupReplication } from './servers/group-replication.mjs';
import { identify } from './servers/mysqld.mjs';
import { startVitess } from './servers/vitess-shards.mjs';
import { startVitessInOne } from './servers/vitess.mjs';
import { obtainVerifiers } from './verifiers.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const log = (line) => console.error(line);

async function given(name) {
  const urls = (process.env.TEST_CLUSTER_URLS ?? '').split(',').filter(Boolean);
  if (urls.length === 0) throw new Error(`${name} is not to be had from packages here; TEST_CLUSTER_URLS may name one that runs`);
  const { engine, version } = await identify(urls[0]);
  return { name, version: `${engine} ${version}`, urls, stop: async () => undefined };
}

const CLUSTERS = {
  galera: () => (process.env.TEST_CLUSTER_URLS ? given('Galera') : startGalera({ log })),
  'group-replication': () => (process.env.TEST_CLUSTER_URLS ? given('Group Replication') : startGroupReplication({ log })),
  tidb: () => given('TiDB'),
  vitess: ({ shards, copies }) => {
    if (process.env.TEST_CLUSTER_URLS) return given('Vitess');
    return shards ? startVitess({ shards, copies, log }) : startVitessInOne({ log });
  },
};

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    stay: { type: 'boolean', default: false },
    shards: { type: 'string', default: '0' },
    copies: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
const [kind, ...patterns] = positionals;
if (!CLUSTERS[kind]) {
  log(
    `usage: npm run test:clusters -- ${Object.keys(CLUSTERS).join(' | ')} [--only e2e | contracts | suites | writers | move | shards] [--stay] [--shards 2] [--copies 3] [patterns]`,
  );
  process.exit(2);
}

function jest(title, project, environment, specs) {
  log(`\n[clusters] ${title}`);
  // vtcombo falls over two databases that are dropped at once.
  const workers = project === 'e2e' && kind !== 'vitess' ? Math.max(2, availableParallelism() - 1) : 1;
  const args = [join(root, 'node_modules/jest/bin/jest.js'), ...specs, `--maxWorkers=${workers}`, '--selectProjects', project];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
  return new Promise((resolve) => child.once('exit', (code) => resolve({ title, ok: code === 0 })));
}

const [cluster, servers, verifiers] = await Promise.all([
  CLUSTERS[kind]({ shards: Number(values.shards), copies: Number(values.copies) }).catch((error) => ({ missing: error.message })),
  startServers({ mysql: false, s3: ['minio'], log }),
  obtainVerifiers({ log }),
]);
if (cluster.missing || servers.s3.length === 0) {
  log(`NOT RUN on ${kind}: ${cluster.missing ?? servers.missing[0]?.reason}`);
  await Promise.all([cluster.stop?.(), servers.stop()]);
  process.exit(1);
}
/** What a test has done to the shards while it works: each by a call of its own. */
const { split, failOver, copy, switchOver, inOne } = cluster;
const ofShards = failOver ? { failOver } : split ? { copy, switchOver, split } : {};
const control = createServer((request, response) =>
  ofShards[request.url.slice(1)]().then(
    (took) => response.end(JSON.stringify(took)),
    (error) => response.writeHead(500).end(String(error.stack)),
  ),
).listen(0, '127.0.0.1');
await once(control, 'listening');
const controlUrl = (name) => `http://127.0.0.1:${control.address().port}/${name}`;
const environment = {
  ...environmentOf(servers),
  ...verifiers.environment,
  TEST_DATABASE_URL: cluster.urls[0],
  ACERVO_CLUSTER: `${cluster.name}, ${cluster.version}`,
  ACERVO_CLUSTER_URLS: cluster.urls.join(','),
  ACERVO_E2E_STORAGE: 'servers',
  ...(ofShards.split
    ? { ACERVO_SPLIT_URL: controlUrl('split'), ACERVO_MOVE_URLS: `${controlUrl('copy')},${controlUrl('switchOver')}` }
    : {}),
  ...(ofShards.failOver ? { ACERVO_FAILOVER_URL: controlUrl('failOver') } : {}),
  ...(cluster.shardUrls ? { TEST_VITESS_SHARD_URLS: cluster.shardUrls.join(',') } : {}),
  ...(cluster.behind ? { TEST_VITESS_MYSQL_URL: cluster.behind } : {}),
};
const title = `${cluster.name} (${cluster.version}), ${cluster.urls.length} nodes`;
const results = [];
try {
  if (values.stay) {
    for (const [name, value] of Object.entries(environment)) console.log(`${name}='${value}'`);
    log(`${title} is up; Ctrl+C stops it`);
    const stayUp = setInterval(() => {}, 1 << 30);
    await new Promise((resolve) => ['SIGINT', 'SIGTERM'].forEach((signal) => process.once(signal, resolve)));
    clearInterval(stayUp);
  } else {
    /** `suites`: both, without what is done to the shards. */
    const wants = (what) => [undefined, what].includes(values.only) || (values.only === 'suites' && ['e2e', 'contracts'].includes(what));
    if (wants('e2e')) results.push(await jest(`e2e at one node of ${title}`, 'e2e', environment, patterns));
    if (kind === 'vitess') {
      if (wants('contracts')) results.push(await jest(`contracts on ${title}`, 'contracts', environment, patterns));
      // The last: there are more shards afterwards, or fewer copies.
      const faults = { ...environment, ACERVO_FAULTS_BUILT: 'true' };
      if (ofShards.copy && wants('move')) {
        const before = { TEST_DATABASE_URL: inOne.url, TEST_VITESS_SHARD_URLS: inOne.behind, ACERVO_MOVED_URL: cluster.urls[0] };
        results.push(await jest(`a move to ${title}`, 'faults', { ...faults, ...before }, ['test/faults/move-to-shards']));
      }
      if (Object.keys(ofShards).length > 0 && wants('shards'))
        results.push(await jest(`shards of ${title}`, 'faults', faults, ['test/faults/shards']));
    } else if (wants('writers')) {
      const writers = { ...environment, ACERVO_FAULTS_BUILT: 'true' };
      results.push(await jest(`writers at all nodes of ${title}`, 'faults', writers, ['test/faults/cluster-']));
    }
  }
} finally {
  control.close();
  await Promise.all([cluster.stop(), servers.stop()]);
}
log('\n[clusters] summary');
for (const result of results) log(`  ${result.ok ? 'passed' : 'FAILED'}  ${result.title}`);
process.exit(results.every(({ ok }) => ok) ? 0 : 1);
