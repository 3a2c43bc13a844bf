// Runs the tests, stage by stage, or several stages at a time where there are many processors.
//
//   npm test                 unit, port contracts, e2e once: on MySQL + S3, and on SQLite what is about it
//   npm run test:all         what `npm test` leaves out: the rest on SQLite, long forms, generated clients, nodes for n8n, the package, fuzz and faults
//                            (short forms), unit and contracts on the Node of the image; `-- --project faults`: of one project
//   npm test -- find-plans   spec files whose path matches, on every storage
//   npm test -- --times      also records in test/times.json how long each file took
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { testEnvironment } from './test-environment.mjs';
import { Failures } from './test-failures.mjs';
import './ensure-deps.mjs';

const { environmentOf, startServers } = await import('./servers.mjs');
const { obtainVerifiers } = await import('./verifiers.mjs');
const { obtainStrace } = await import('./strace.mjs');
const { imageNode, obtainImageNode } = await import('./image-node.mjs');
const { areShardsBuilt } = await import('./servers/vitess-shards.mjs');

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values, positionals } = parseArgs({
  options: {
    project: { type: 'string' },
    embedded: { type: 'boolean' },
    histories: { type: 'string' },
    looks: { type: 'boolean' },
    rest: { type: 'boolean' },
    times: { type: 'boolean' },
  },
  allowPositionals: true,
});
// Generated clients and the package need a built service: it is built before any stage begins, as a build empties the folder of the console, which other stages use.
await import(values.rest ? './ensure-build.mjs' : './ensure-console.mjs');
/** How many random histories test/e2e/histories plays. */
const histories = values.histories ? { ACERVO_HISTORIES: values.histories } : {};
/** Whether the console is checked for barriers in every width and colour. */
const looks = values.looks ? { ACERVO_LOOKS: 'all' } : {};
/** Jest itself would take one fewer than there are processors: but files wait for servers much of the time. */
const workers = availableParallelism() + 1;
const wants = (project) => values.project === undefined || values.project === project;
const isWhole = positionals.length === 0;
/** What is played of the specs (test/support/part.ts): `usual`, the `rest`, or all that were asked for. */
const part = partOf();
function partOf() {
  if (!isWhole || values.embedded) return 'all';
  if (values.rest) return 'rest';
  return values.project === undefined ? 'usual' : 'all';
}
const isPlayed = (name) => part === 'all' || part === name;
/** A whole run loads the service once for several files; single files run by themselves. */
const projectOf = (name) => (isWhole ? `${name}-groups` : name);

/** In memory where there is room: the embedded archive waits for the disk at every commit, and no contract or e2e test is about that. */
const temporary = folderInMemory();
function folderInMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize < 6 * 1024 ** 3) return {};
    const folder = mkdtempSync('/dev/shm/acervo-test-');
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    return { TMPDIR: folder };
  } catch {
    return {};
  }
}

/** No deadline of a test ends a loop that never yields: a stage that says nothing for so long is ended, with all that it started. */
const LONGEST_SILENCE_MS = 30 * 60_000;
const running = new Set();
const endWithAll = (child) => process.kill(-child.pid, 'SIGKILL');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    running.forEach(endWithAll);
    process.exit(130);
  });

/** Each line says of which stage it is, because several run at once. */
function node(args, environment, title, program = process.execPath) {
  console.error(`[test] ${title}: begins`);
  const startedAt = Date.now();
  const failures = new Failures();
  return new Promise((resolve) => {
    const env = { ...testEnvironment(process.env), ...environment };
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env, detached: true });
    running.add(child);
    const silence = setTimeout(() => {
      console.error(`[test] ${title}: nothing for ${LONGEST_SILENCE_MS / 60_000} minutes, ended`);
      endWithAll(child);
    }, LONGEST_SILENCE_MS);
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        silence.refresh();
        process.stderr.write(`[${title}] ${line}\n`);
        failures.read(stripVTControlCharacters(line));
      });
    child.on('close', (code) => {
      clearTimeout(silence);
      running.delete(child);
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      console.error(`[test] ${title}: ${code === 0 ? 'passed' : 'FAILED'} after ${seconds} s`);
      resolve({ title, ok: code === 0, seconds, failures: failures.told() });
    });
  });
}

const jest = (project, environment, title, patterns = positionals, program) =>
  node(
    [join(root, 'node_modules/jest/bin/jest.js'), ...patterns, `--maxWorkers=${workers}`, '--selectProjects', project],
    { ...histories, ...looks, ACERVO_PART: part, ...(values.times && { ACERVO_TIMES: `${part}, ${title}` }), ...environment },
    title,
    program,
  );

/** More at a time end sooner, but on two processors a service answers 503 now and then. */
const STAGES_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 4));
async function results(stages, atOnce) {
  const ended = [];
  const left = stages.filter(Boolean).entries();
  const lane = async () => {
    for (const [index, stage] of left) ended[index] = await stage();
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return ended.flat();
}

const needsServers = !values.embedded && ['contracts', 'e2e', 'fuzz', 'faults', 'package'].some(wants);
const log = (line) => console.error(line);
/** Fetched and started while stages run that need none: on a new machine that takes minutes. */
const starting = needsServers
  ? startServers({ mysql: true, s3: isPlayed('rest') ? ['minio', 'ceph'] : ['minio'], log, parent: temporary.TMPDIR })
  : Promise.resolve({ s3: [], missing: [], stop: async () => undefined });
// Whatever goes wrong there is said where it is awaited.
starting.catch(() => undefined);
const verifiers = wants('unit') || wants('e2e') ? await obtainVerifiers({ log }) : { environment: {}, missing: [] };
const needsStrace = wants('faults') && isPlayed('rest');
/** Jobs of CI, which play one project each, run on both. */
const needsNode = isWhole && values.rest && values.project === undefined && parseInt(imageNode) !== parseInt(process.versions.node);
const notNeeded = Promise.resolve({ available: false });
/** Fetched while stages run that need neither. */
const fetchingStrace = needsStrace ? obtainStrace({ log }) : notNeeded;
const fetchingNode = needsNode ? obtainImageNode({ log }) : notNeeded;
for (const fetching of [fetchingStrace, fetchingNode]) fetching.catch(() => undefined);

const EMBEDDED = { ACERVO_E2E_STORAGE: 'embedded' };
/** A machine busy with other stages does not make a service refuse calls. */
const UNHURRIED = { MAX_LOOP_DELAY_MS: '0' };
async function withStrace() {
  const strace = await fetchingStrace;
  return strace.available ? { TEST_STRACE: strace.address } : {};
}
/** What runs on servers waits until they are there. */
async function given() {
  const servers = await starting;
  const environment = environmentOf(servers);
  const isComplete = servers.mysql !== undefined && servers.s3.length > 0;
  return { servers, environment, isComplete, best: isComplete ? { ...environment, ACERVO_E2E_STORAGE: 'servers' } : EMBEDDED };
}
async function e2eOnServers() {
  const { isComplete, best } = await given();
  return isComplete ? jest(projectOf('e2e'), { ...temporary, ...verifiers.environment, ...best }, 'e2e on MySQL + S3') : [];
}
/** Without servers everything is played here. */
async function e2eOnSqlite() {
  const whole = !values.embedded && !(await given()).isComplete ? { ACERVO_PART: 'all' } : {};
  return jest(projectOf('e2e'), { ...temporary, ...verifiers.environment, ...EMBEDDED, ...whole }, 'e2e on SQLite + local files');
}
// A faulty store, a full disk, a failing system call and a power cut are simulated here, with the embedded archive.
const EMBEDDED_FAULTS = 'test/faults/(store|disk|calls|calls-apply|power)\\.spec';
const embeddedFaults = async () =>
  (await given()).isComplete
    ? jest('faults', { ...EMBEDDED, ...UNHURRIED, ...(await withStrace()) }, 'faults of file store, disk and power, short form', [
        EMBEDDED_FAULTS,
      ])
    : [];

/** Where Vitess was built before: some files of operations, and searches above all, on an archive that is spread over two shards. */
const ON_SHARDS = ['e2e/4.4-search-documents-narrowed', 'e2e/create-rules', 'e2e/share-links', 'e2e/users-change', 'contracts/search-work'];
const onShards = async () =>
  (await areShardsBuilt())
    ? node([join(root, 'scripts/clusters.mjs'), 'vitess', '--shards', '2', '--only', 'suites', ...ON_SHARDS], {}, 'on shards, short form')
    : [];

const packed = async () =>
  node([join(root, 'scripts/package.mjs'), '--check'], { ...temporary, ...(await given()).environment }, 'the package, installed');

const LONG = String.raw`\.long\.spec\.ts$`;
const units = { usual: [`--testPathIgnorePatterns=${LONG}`], rest: [`--testPathPatterns=${LONG}`], all: positionals };
/** On the Node of the image, which has SQLite itself. */
const onOther = (project, environment, title, patterns) =>
  needsNode &&
  (async () => {
    const { available, version, address } = await fetchingNode;
    return available ? jest(project, { ...environment, ACERVO_PART: 'usual' }, `${title}, Node ${version}`, patterns, address) : [];
  });
const busy = [
  wants('unit') && (() => jest('unit', verifiers.environment, 'unit', units[part])),
  wants('e2e') && e2eOnServers,
  wants('e2e') && part !== 'usual' && e2eOnSqlite,
  onOther('unit', verifiers.environment, 'unit', units.usual),
];
/** They wait for deadlines, disks and other processes much of the time. */
const waiting = [
  // Usually it is the console in a browser most of the time.
  wants('e2e') && part === 'usual' && e2eOnSqlite,
  wants('faults') &&
    isPlayed('rest') &&
    (async () => jest('faults', { ...(await given()).best, ...UNHURRIED, ...(await withStrace()) }, 'faults, short form')),
  wants('contracts') && (async () => jest(projectOf('contracts'), { ...temporary, ...(await given()).environment }, 'port contracts')),
  // Servers are not given, which CI would not let pass.
  onOther('contracts-groups', { ...temporary, CI: '' }, 'port contracts on SQLite'),
  wants('fuzz') && isPlayed('rest') && (async () => jest('fuzz', { ...(await given()).best, ...UNHURRIED }, 'fuzz, short form')),
  wants('fuzz') &&
    isWhole &&
    isPlayed('rest') &&
    (() => node([join(root, 'scripts/fuzz.mjs'), '--only', 'schemathesis', '--short'], {}, 'Schemathesis, short form')),
  wants('clients') && isWhole && isPlayed('rest') && (() => node([join(root, 'scripts/clients.mjs')], {}, 'generated clients')),
  // A minute; two the first time, while n8n's engine is fetched.
  wants('n8n') && isWhole && isPlayed('rest') && (() => node([join(root, 'scripts/n8n.mjs')], {}, 'nodes for n8n')),
  wants('package') && isWhole && isPlayed('rest') && packed,
  wants('faults') && isWhole && isPlayed('rest') && embeddedFaults,
  wants('shards') && isWhole && isPlayed('rest') && onShards,
];
let all;
try {
  all = [...(await results(busy, STAGES_AT_ONCE)), ...(await results(waiting, STAGES_AT_ONCE + 1))];
} finally {
  await (await starting).stop();
}
const { missing: missingServers } = await starting;
const strace = await fetchingStrace;
const other = await fetchingNode;
const noStrace = needsStrace && !strace.available ? [{ what: 'strace', reason: strace.reason, required: true }] : [];
const noNode = needsNode && !other.available ? [{ what: `Node ${imageNode}`, reason: other.reason, required: true }] : [];
const missingTools = [...verifiers.missing, ...noStrace, ...noNode];

console.error('\n[test] summary');
for (const { title, ok, seconds, failures } of all) {
  console.error(`  ${ok ? 'passed' : 'FAILED'}  ${title} (${seconds} s)`);
  for (const line of failures) console.error(`          ${line}`);
}
for (const { what, reason } of [...missingServers, ...missingTools]) console.error(`  NOT RUN on ${what}: ${reason}`);
const missed = [...missingServers, ...missingTools.filter(({ required }) => required)];
const missingFails = missed.length > 0 && process.env.CI === 'true';
process.exit(all.every((result) => result.ok) && !missingFails ? 0 : 1);
