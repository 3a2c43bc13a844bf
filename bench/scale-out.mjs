/**
 * Replicas of the service behind a small proxy, on one database and one bucket: see bench/results/scale-out.md.
 *
 *   npm run bench:scale -- [--replicas 1,2,4] [--rounds 3] [--seconds 8] [--connections 16] [--documents 20000] [--no-results]
 *
 * After each run everything that was acknowledged is read again at two replicas, byte for byte, and the database is looked at for what may not be there twice.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { fillArchive } from './lib/archive.mjs';
import { saying, startedOnes, startNode } from './lib/process.mjs';
import { pidOf, processorTimeOf } from './lib/processor-time.mjs';
import { createsTable, document, summaryOf, table } from './lib/scale-report.mjs';
import { HERE, migrate, startService } from './lib/service.mjs';
import { openStores } from './lib/stores.mjs';

const RESULTS = fileURLToPath(new URL('results/scale-out.json', import.meta.url));
const program = (name) => fileURLToPath(new URL(`lib/${name}.mjs`, import.meta.url));
const say = saying();

const { values: options } = parseArgs({
  options: {
    replicas: { type: 'string', default: '1,2,4' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '16' },
    documents: { type: 'string', default: '20000' },
    results: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const counts = options.replicas.split(',').map(Number);
const [seconds, connections] = [Number(options.seconds), Number(options.connections)];
/** Without limits that are not measured. */
const UNLIMITED = { RATE_LIMITS: 'off', LOGIN_FAILURES: '1000000000', MAX_LOOP_DELAY_MS: '0', DATABASE_POOL: '10' };

/** What a client needs to know, at whatever address it asks. */
async function clientOf(service) {
  const response = await fetch(`${service.address}/api/Estrutura`, { headers: service.headers });
  const [unit] = await response.json();
  const [client] = unit.clientes;
  const level = (name) => client.arvores.find(({ nome }) => nome === name).idArvoreOrganizacional;
  return {
    headers: service.headers,
    unit: unit.idUnidade,
    client: client.idCliente,
    invoices: level('Notas Fiscais'),
    contracts: level('Contratos'),
  };
}

const ONCE = {
  'codes of documents': 'SELECT COUNT(*) - COUNT(DISTINCT code) AS n FROM document',
  'ids of documents': 'SELECT COUNT(*) - COUNT(DISTINCT id) AS n FROM document',
  'objects of files': 'SELECT COUNT(*) - COUNT(DISTINCT object_key) AS n FROM document_file',
  'keys of list rows': 'SELECT COUNT(*) - COUNT(DISTINCT list_id, key_hash) AS n FROM list_row',
};

async function numberOf(database, sql) {
  const [[{ n }]] = await database.query(sql);
  return Number(n);
}

/** The oracle in short: answers what is wrong. */
async function wrongWith({ result, before, replicas, client, database, load }) {
  const wrong = [];
  const { acknowledged, failed } = result;
  const codes = new Set(acknowledged.map(({ code }) => code));
  if (codes.size !== acknowledged.length) wrong.push(`${acknowledged.length - codes.size} codes were answered twice`);
  const added = (await numberOf(database, 'SELECT COUNT(*) AS n FROM document')) - before;
  if (added !== acknowledged.length)
    wrong.push(`${added} documents were added, ${acknowledged.length} acknowledged, ${JSON.stringify(failed)} failed`);
  for (const [what, sql] of Object.entries(ONCE)) {
    const twice = await numberOf(database, sql);
    if (twice !== 0) wrong.push(`${twice} ${what} are there twice`);
  }
  let bytes = 0;
  // By each of two replicas: at least one of them is not the one that took it.
  for (const replica of replicas.slice(0, 2)) {
    const seen = await load.ask('verify', { to: { ...client, address: replica.address }, documents: acknowledged });
    wrong.push(...seen.differs);
    bytes += seen.bytes;
  }
  return { wrong, bytes };
}

const status = async (database, name) => {
  const [[row]] = await database.query('SHOW GLOBAL STATUS LIKE ?', [name]);
  return Number(row.Value);
};

const store = await openStores('servers', { s3: 'minio' });
const { keep, stop } = startedOnes();
const runs = [];
const creates = [];
let oracle = { acknowledged: 0, bytes: 0, wrong: [] };
try {
  await migrate(HERE, store);
  await fillArchive(store, { documents: Number(options.documents) }, say);
  const env = { ...store, env: { ...store.env, ...UNLIMITED } };
  const replicas = [];
  for (let index = 0; index < Math.max(...counts); index++) replicas.push(keep(await startService(HERE, env, [])));
  const database = await createConnection(store.env.DATABASE_URL);
  const client = await clientOf(replicas[0]);
  const proxy = keep(startNode([program('round-robin')]));
  const address = await proxy.ask('listen');
  const load = keep(startNode([program('mixed-load')]));
  const roles = {
    service: replicas.map(({ pid }) => pid),
    database: [pidOf(`--port=${new URL(store.env.DATABASE_URL).port}`)],
    'file store': [pidOf(new URL(store.env.S3_ENDPOINT).host)],
    proxy: [proxy.pid],
    client: [load.pid],
  };
  let first = 0;
  /** One run and the look at what it has left. */
  const play = async (count, forSeconds, more = {}) => {
    const serving = replicas.slice(0, count);
    await proxy.ask('targets', { addresses: serving.map((replica) => replica.address) });
    const [before, waited] = [
      await numberOf(database, 'SELECT COUNT(*) AS n FROM document'),
      await status(database, 'Innodb_row_lock_time'),
    ];
    const timed = await processorTimeOf(roles, () =>
      load.ask('run', { to: { ...client, address }, connections, seconds: forSeconds, first, ...more }),
    );
    const lockMs = (await status(database, 'Innodb_row_lock_time')) - waited;
    first = timed.result.last;
    const looked = await wrongWith({ result: timed.result, before, replicas: count > 1 ? serving : replicas, client, database, load });
    oracle = {
      acknowledged: oracle.acknowledged + timed.result.acknowledged.length,
      bytes: oracle.bytes + looked.bytes,
      wrong: [...oracle.wrong, ...looked.wrong],
    };
    say(
      `${count} replicas: ${JSON.stringify(timed.result.kinds)} ${JSON.stringify(timed.result.failed)} wrong: ${looked.wrong.slice(0, 5).join('; ')}`,
    );
    return summaryOf(count, timed, lockMs, await proxy.ask('given'));
  };
  for (let round = 0; round <= Number(options.rounds); round++) {
    for (const count of counts) {
      const summary = await play(count, round === 0 ? 3 : seconds);
      if (round > 0) runs.push(summary);
    }
  }
  // The maximum rate of creates of one client.
  for (const [count, at] of [
    [1, 1],
    [1, connections],
    [counts.at(-1), connections],
  ])
    creates.push({ connections: at, ...(await play(count, seconds, { only: 'create', connections: at })) });
  await database.end();
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/src/cli/acervo.js', 'audit', 'verify'], {
    cwd: HERE,
    env: { ...process.env, ...store.env, LOG_LEVEL: 'warn' },
  });
  oracle.audit = stdout.trim().split('\n').at(-1);
} finally {
  await stop();
  await store.stop();
}

console.log(`${table(runs)}\n\n${createsTable(creates)}`);
console.log(JSON.stringify({ ...oracle, wrong: oracle.wrong.length }));
if (options.results) {
  const record = { storage: store.title, documents: Number(options.documents), seconds, connections, runs, creates, oracle };
  await writeFile(RESULTS, `${JSON.stringify(record, null, 2)}\n`);
  await writeFile(RESULTS.replace('.json', '.md'), document({ command: 'npm run bench:scale', ...record, rounds: Number(options.rounds) }));
}
process.exit(oracle.wrong.length === 0 ? 0 : 1);
