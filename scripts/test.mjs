// Runs the tests: unit and house, port contracts on every real server, e2e on the embedded store and on MySQL + S3.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { environmentOf, startServers } from './servers.mjs';
import { obtainVerifiers } from './verifiers.mjs';

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

function jest(project, environment, title) {
  console.error(`\n[test] ${title}`);
  return new Promise((resolve) => {
    const args = [join(root, 'node_modules/jest/bin/jest.js'), ...positionals, `--maxWorkers=${workers}`, '--selectProjects', project];
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...histories, ...environment } }).on(
      'exit',
      (code, signal) => resolve({ title, ok: code === 0, signal }),
    );
  });
}

const needsServers = !values.embedded && (wants('contracts') || wants('e2e'));
const servers = needsServers
  ? await startServers({ mysql: true, s3: ['minio', 'ceph'], log: (line) => console.error(line) })
  : { s3: [], missing: [], stop: async () => undefined };
const given = environmentOf(servers);
const log = (line) => console.error(line);
const verifiers = wants('unit') || wants('e2e') ? await obtainVerifiers({ log }) : { environment: {}, missing: [] };
const complete = servers.mysql && servers.s3.length > 0;

const results = [];
try {
  if (wants('unit')) results.push(await jest('unit', verifiers.environment, 'unit'));
  if (wants('contracts')) results.push(await jest('contracts', given, 'port contracts'));
  if (wants('e2e')) {
    results.push(await jest('e2e', { ...verifiers.environment, ACERVO_E2E_STORAGE: 'embedded' }, 'e2e on SQLite + local files'));
    if (complete) {
      const title = `e2e on ${servers.mysql.engine} ${servers.mysql.version} + ${servers.s3[0].name} ${servers.s3[0].version}`;
      results.push(await jest('e2e', { ...given, ...verifiers.environment, ACERVO_E2E_STORAGE: 'servers' }, title));
    }
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
