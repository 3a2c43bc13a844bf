// Long forms of the fuzz tests: calls from our own generators on MySQL + S3, and Schemathesis on the embedded service.
//
//   npm run test:fuzz -- --seconds 20 --only openapi     (or types, lifetimes, schemathesis)
//   node scripts/fuzz.mjs --only schemathesis --short    as in `npm run test:all`: three minutes at most, without a record
//
// Each writes its figures to docs/reliability.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { knownIds, withKnownIds } from './fuzz/known-ids.mjs';
import { obtainSchemathesis } from './fuzz/schemathesis.mjs';
import { startEmbedded } from './servers/embedded.mjs';
import { environmentOf, startServers } from './servers.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const records = join(root, 'docs/reliability');
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    examples: { type: 'string', default: '200' },
    only: { type: 'string' },
    short: { type: 'boolean' },
  },
});
const OWN = ['openapi', 'types', 'lifetimes'];
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
].join(',');
/** What takes most of the time, the calls that violate the schema on purpose, ends then. */
const SHORT = ['--phases', 'examples,coverage', '--max-time', '170'];
const log = (line) => console.error(line);
const wants = (name) => values.only === undefined || values.only === name;

function jest(name, environment) {
  const args = [join(root, 'node_modules/jest/bin/jest.js'), `test/fuzz/${name}`, '--selectProjects', 'fuzz', '--maxWorkers=1'];
  const env = { ...process.env, ...environment, ACERVO_FUZZ_SECONDS: values.seconds, ACERVO_RECORDS: records };
  return new Promise((resolve) => {
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env }).on('exit', (code) => resolve(code === 0));
  });
}

async function ownGenerators(names) {
  const servers = await startServers({ mysql: true, s3: ['minio'], log });
  const complete = servers.mysql && servers.s3.length > 0;
  if (!complete) log(`NOT RUN on MySQL + S3, but embedded: ${servers.missing.map(({ reason }) => reason).join('; ')}`);
  const environment = { ...environmentOf(servers), ACERVO_E2E_STORAGE: complete ? 'servers' : 'embedded' };
  try {
    let ok = true;
    for (const name of names) ok = (await jest(name, environment)) && ok;
    return ok;
  } finally {
    await servers.stop();
  }
}

function runSchemathesis(python, file, url, token, seed) {
  const chosen = ['--checks', CHECKS, '--max-examples', values.examples, '--seed', String(seed), ...(values.short ? SHORT : [])];
  const options = ['--url', url, '-H', `Authorization: Bearer ${token}`, ...chosen, '--no-color', '--continue-on-failure'];
  const args = ['-m', 'schemathesis.cli', 'run', file, ...options];
  return new Promise((resolve) => {
    let said = '';
    const child = spawn(python, args, { cwd: dirname(file), stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.on('data', (chunk) => {
      said += chunk;
      process.stderr.write(chunk);
    });
    child.on('close', (code) => resolve({ ok: code === 0, said }));
  });
}

async function schemathesis() {
  const found = await obtainSchemathesis({ log });
  if (!found.available) {
    log(`NOT RUN: Schemathesis: ${found.reason}`);
    return process.env.CI !== 'true';
  }
  const seed = Number(process.env.ACERVO_SEED ?? 1);
  const startedAt = Date.now();
  const { server, folder, url, document } = await startEmbedded('fuzz');
  try {
    const { token, ids } = await knownIds(url, document);
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(withKnownIds(document, ids)));
    const { ok: isFine, said } = await runSchemathesis(found.address, file, url, token, seed);
    const isLoggedIn = (await fetch(`${url}/api/Estrutura`, { headers: { authorization: `Bearer ${token}` } })).ok;
    if (!isLoggedIn) log('a call has ended the session: all later ones were refused for that alone');
    const ok = isFine && isLoggedIn;
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    if (values.short) return ok;
    writeRecord({ ok, said, seed, seconds, version: found.version, operations: Object.values(document.paths).flatMap(Object.keys).length });
    return ok;
  } finally {
    await server.stop();
  }
}

function writeRecord({ ok, said, seed, seconds, version, operations }) {
  const inputs = Number(/(\d+) generated/.exec(said)?.[1] ?? 0);
  const answers5xx = Number(/Server error: (\d+)/.exec(said)?.[1] ?? 0);
  const record = {
    suite: 'fuzz-schemathesis',
    title: `Schemathesis ${version} on the OpenAPI document`,
    command: 'npm run test:fuzz -- --only schemathesis',
    date: new Date().toISOString().slice(0, 10),
    seconds,
    seeds: [seed],
    cases: [
      {
        id: 'fuzz-schemathesis',
        title: `${operations} operations, embedded`,
        inputs,
        answers5xx,
        result: ok ? 'passed' : 'failed',
        note: CHECKS,
      },
    ],
    found: [],
  };
  mkdirSync(records, { recursive: true });
  writeFileSync(join(records, 'fuzz-schemathesis.json'), `${JSON.stringify(record, null, 2)}\n`);
}

const results = [];
const own = OWN.filter(wants);
if (own.length > 0) results.push(await ownGenerators(own));
if (wants('schemathesis')) results.push(await schemathesis());
process.exit(results.every(Boolean) ? 0 : 1);
