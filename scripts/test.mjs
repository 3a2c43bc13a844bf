// Runs the tests: unit and house, port contracts on every real server, e2e on the embedded store and on MySQL + S3,
// and the short forms of the faults (scripts/faults.mjs plays the long ones).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import './ensure-deps.mjs';

const { environmentOf, startServers } = await import('./servers.mjs');
const { obtainVerifiers } = await import('./verifiers.mjs');

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values, positionals } = parseArgs({
  options: { project: { type: 'string' }, embedded: { type: 'boolean' }, histories: { type: 'string' } },
  allowPositionals: true,
});
/** How many random histories test/e2e/histories plays. */
const histories = values.histories ? { ACERVO_HISTORIES: values.histories } : {};
/** Jest itself would take one fewer than there are processors: but files wait for servers much of the time. */
const workers = Math.max(2, availableParallelism() - 1);
const wants = (project) => values.project === undefined || values.project === project;
/** A whole run loads the service once for several files; single files run by themselves. */
const e2e = positionals.length === 0 ? 'e2e-groups' : 'e2e';

/** In memory where there is room: the embedded archive waits for the disk at every commit, and no contract or e2e test is about that. */
const temporary = folderInMemory();
function folderInMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize < 4 * 1024 ** 3) return {};
    const folder = mkdtempSync('/dev/shm/acervo-test-');
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    return { TMPDIR: folder };
  } catch {
    return {};
  }
}

function node(args, environment, title) {
  console.error(`\n[test] ${title}`);
  return new Promise((resolve) => {
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } }).on('exit', (code, signal) =>
      resolve({ title, ok: code === 0, signal }),
    );
  });
}

const jest = (project, environment, title, patterns = positionals) =>
  node(
    [join(root, 'node_modules/jest/bin/jest.js'), ...patterns, `--maxWorkers=${workers}`, '--selectProjects', project],
    { ...histories, ...environment },
    title,
  );

const needsServers = !values.embedded && ['contracts', 'e2e', 'fuzz', 'faults'].some(wants);
const log = (line) => console.error(line);
/** Fetched and started while the unit tests run: on a new machine that takes minutes. */
const starting = needsServers
  ? startServers({ mysql: true, s3: ['minio', 'ceph'], log })
  : Promise.resolve({ s3: [], missing: [], stop: async () => undefined });
// Whatever goes wrong there is said where it is awaited.
starting.catch(() => undefined);
const verifiers = wants('unit') || wants('e2e') ? await obtainVerifiers({ log }) : { environment: {}, missing: [] };

const results = [];
if (wants('unit')) results.push(await jest('unit', verifiers.environment, 'unit'));
const servers = await starting;
const given = environmentOf(servers);
const complete = servers.mysql && servers.s3.length > 0;
try {
  if (wants('contracts')) results.push(await jest('contracts', { ...temporary, ...given }, 'port contracts'));
  if (wants('e2e')) {
    results.push(
      await jest(e2e, { ...temporary, ...verifiers.environment, ACERVO_E2E_STORAGE: 'embedded' }, 'e2e on SQLite + local files'),
    );
    if (complete) {
      const title = `e2e on ${servers.mysql.engine} ${servers.mysql.version} + ${servers.s3[0].name} ${servers.s3[0].version}`;
      results.push(await jest(e2e, { ...temporary, ...given, ...verifiers.environment, ACERVO_E2E_STORAGE: 'servers' }, title));
    }
  }
  if (wants('clients') && positionals.length === 0) results.push(await node([join(root, 'scripts/clients.mjs')], {}, 'generated clients'));
  const best = complete ? { ...given, ACERVO_E2E_STORAGE: 'servers' } : { ACERVO_E2E_STORAGE: 'embedded' };
  for (const project of ['fuzz', 'faults'].filter(wants)) results.push(await jest(project, best, `${project}, short form`));
  // A faulty store and a full disk are simulated here, with the embedded archive.
  if (complete && wants('faults') && positionals.length === 0) {
    const embedded = { ACERVO_E2E_STORAGE: 'embedded' };
    results.push(await jest('faults', embedded, 'faults of file store and disk, short form', ['test/faults/(store|disk)\\.spec']));
  }
} finally {
  await servers.stop();
}

console.error('\n[test] summary');
for (const { title, ok } of results) console.error(`  ${ok ? 'passed' : 'FAILED'}  ${title}`);
for (const { what, reason } of [...servers.missing, ...verifiers.missing]) console.error(`  NOT RUN on ${what}: ${reason}`);
const missed = [...servers.missing, ...verifiers.missing.filter(({ required }) => required)];
const missingFails = missed.length > 0 && process.env.CI === 'true';
process.exit(results.every((result) => result.ok) && !missingFails ? 0 : 1);
