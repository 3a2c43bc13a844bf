/**
 * The long forms of the tests of faults, on the built service:
 *
 *   npm run test:faults -- [kill | calls | power | sweepers | …] [--embedded | --mariadb] [--short]
 *
 * names spec files of test/faults; without one all of them run. ACERVO_SEED repeats a run; a record is written to docs/reliability.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { environmentOf, startServers } from './servers.mjs';
import { obtainStrace } from './strace.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values, positionals } = parseArgs({
  options: {
    embedded: { type: 'boolean' },
    mariadb: { type: 'boolean' },
    short: { type: 'boolean' },
    testNamePattern: { type: 'string', short: 't' },
  },
  allowPositionals: true,
});

const servers = values.embedded
  ? { s3: [], missing: [], stop: async () => undefined }
  : await startServers({ mysql: !values.mariadb, mariadb: values.mariadb, s3: ['minio'], log: (line) => console.error(line) });
const strace = await obtainStrace({ log: (line) => console.error(line) });
if (!strace.available) console.error(`NOT RUN at system calls and power cuts: ${strace.reason}`);
for (const { what, reason } of servers.missing) console.error(`NOT RUN on ${what}: ${reason}`);
const database = values.mariadb ? servers.mariadb : servers.mysql;
const complete = database && servers.s3.length > 0;
const environment = {
  ...process.env,
  ...environmentOf(servers),
  ...(strace.available && { TEST_STRACE: strace.address }),
  ...(values.mariadb && database && { TEST_DATABASE_URL: database.url, ACERVO_FAULTS_ON: 'MariaDB' }),
  ACERVO_E2E_STORAGE: complete ? 'servers' : 'embedded',
  ACERVO_FAULTS_BUILT: 'true',
  ...(!values.short && { ACERVO_FAULTS: 'long' }),
};
const specs = positionals.map((name) => `test/faults/(.*/)?${name}[^/]*\\.spec\\.ts$`);
const more = values.testNamePattern ? ['--testNamePattern', values.testNamePattern] : [];
const args = [join(root, 'node_modules/jest/bin/jest.js'), ...specs, '--selectProjects', 'faults', '--maxWorkers=1', ...more];
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: environment });
const code = await new Promise((resolve) => child.once('exit', (status) => resolve(status ?? 1)));
await servers.stop();
process.exit(code === 0 && (complete || values.embedded) ? 0 : 1);
