/**
 * Small requests against a bare server that sends the same statements: see docs/performance.md.
 *
 *   npm run bench:requests -- [--only create,search-two,…] [--documents 100000] [--rounds 5] [--seconds 10] [--connections 16]
 *                             [--no-results] [--statements]
 *
 * Three things to compare with: a floor that sends the same statements, one that sends as few as the work needs (`fewest`), and the service
 * itself with rate limits that nobody reaches (`limited`).
 *
 * The calls of a case are those of a thousand users in turn. The statements are recorded from the service itself and replayed by the floors
 * with other ids (lib/replay.mjs). All take turns, A B A B, under the load of another process. Another build of the service is compared by
 * builds.mjs. In short: --documents 5000 --rounds 1 --seconds 2 --no-results.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { fillArchive, USERS } from './lib/archive.mjs';
import { contest, figuresOf, ratioOf } from './lib/contest.mjs';
import { saying, startedOnes, startNode } from './lib/process.mjs';
import { serversOf } from './lib/processor-time.mjs';
import { recordCase } from './lib/record-requests.mjs';
import { callOf, withFile } from './lib/request-calls.mjs';
import { CASES } from './lib/request-cases.mjs';
import { table } from './lib/request-report.mjs';
import { commandOf, writeResults } from './lib/results.mjs';
import { eventsSealed, HERE, migrate, PENDING, startService } from './lib/service.mjs';
import { openStores } from './lib/stores.mjs';

const RECORDER = new URL('lib/record-sql.mjs', import.meta.url).href;
const program = (name) => fileURLToPath(new URL(`lib/${name}.mjs`, import.meta.url));
const say = saying();

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    s3: { type: 'string', default: 'minio' },
    documents: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '16' },
    statements: { type: 'boolean', default: false },
    results: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const options = Object.fromEntries(['documents', 'rounds', 'seconds', 'connections'].map((name) => [name, Number(values[name])]));
const only = values.only?.split(',');
const cases = CASES.filter(({ name }) => !only || only.includes(name));
/** Without limits that are not measured. */
const UNLIMITED = { RATE_LIMITS: 'off', LOGIN_FAILURES: '1000000000' };
const LIMITED = { ...UNLIMITED, RATE_LIMITS: '1000000/1 60000000/60', USER_RATE_LIMITS: '1000000/1 60000000/60' };

async function runCase(entry, services, floors, { recorder, people, hash, load, servers, settled }) {
  say(entry.title);
  const recording = { ...(await recordCase(entry, recorder, people)), key: services.service.objectKey, hash };
  const contestants = [];
  const join = (name, pids, call, more) => contestants.push({ name, calls: [call], roles: { own: pids, ...servers }, ...more });
  // Any of the services may seal the events of the one that is measured.
  const all = [recorder, ...Object.values(services)].map(({ pid }) => pid);
  for (const [name, service] of Object.entries(services)) join(name, all, callOf(entry, service, people), { settled });
  let statements;
  for (const [name, bare] of Object.entries(floors)) {
    statements = await bare.ask('play', recording);
    const urls = recording.questions.map((_, index) => `${bare.address}/${index}`);
    join(name, [bare.pid], { ...contestants[0].calls[0], urls });
  }
  if (values.statements) console.log(statements.join('\n'), '\n');
  const rounds = await contest(contestants, load, options);
  const ratio = (one, other) => ratioOf(rounds, one, other);
  return {
    title: entry.title,
    targets: entry.targets,
    statements: statements.length,
    ...Object.fromEntries(contestants.map(({ name }) => [name, figuresOf(rounds, name)])),
    ratios: {
      floor: ratio('service', 'floor'),
      fewest: ratio('service', 'fewest'),
      limits: ratio('limited', 'service'),
    },
  };
}

const store = await openStores('servers', { s3: values.s3 });
const { keep, stop } = startedOnes();
const rows = [];
try {
  await migrate(HERE, store);
  const people = await fillArchive(store, { documents: options.documents, mixed: true, users: USERS }, say);
  const database = await createConnection(store.env.DATABASE_URL);
  const start = async (settings, ...more) => {
    const started = keep(await startService(HERE, { env: { ...store.env, ...settings } }, ...more));
    return withFile(started, database);
  };
  const services = { service: await start(UNLIMITED, []), limited: await start(LIMITED, []) };
  const recorder = await start(UNLIMITED, ['--import', RECORDER], false);
  const [[{ hash }]] = await database.query("SELECT password_hash AS hash FROM user_account WHERE login = 'demo'");
  const target = { databaseUrl: store.env.DATABASE_URL, pool: 10, s3: store.floor, secret: store.env.JWT_SECRET };
  const bare = async (more) => {
    const started = keep(startNode([program('floor-requests'), JSON.stringify({ ...target, ...more })]));
    await started.ask('users', { all: Object.values(people).flat() });
    return { ...started, address: await started.ask('address') };
  };
  const floors = { floor: await bare({}), fewest: await bare({ fewest: true }) };
  const settled = () => eventsSealed(async () => (await database.query(PENDING))[0].length > 0);
  const tools = { settled, recorder, people, hash, load: keep(startNode([program('calls-load')])), servers: serversOf(store.env) };
  for (const entry of cases) {
    rows.push(await runCase(entry, services, floors, tools));
    console.log(table(rows.slice(-1)));
  }
  await database.end();
} finally {
  await stop();
  await store.stop();
}

console.log(`\n${table(rows)}`);
if (values.results && !only) {
  await writeResults('requests', { command: commandOf('bench:requests'), storage: store.title, users: USERS, ...options, rows });
}
process.exit(0);
