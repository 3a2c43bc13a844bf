// The long form of test/rules/scanner.long.spec.ts: random bodies by the million, read by the streaming readers and by a slow reference.
// `npm run test:scanner` writes docs/reliability/fuzz-scanner.json; `-- --reader json --seed 7 --cases 1000` plays one seed again.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const RECORD = join(root, 'docs/reliability/fuzz-scanner.json');
const READERS = {
  json: { id: 'json', title: 'JSON bodies with Base64 files: value, bytes and refusal as the reference says', cases: 1_000_000 },
  multipart: { id: 'multipart', title: 'multipart/form-data bodies: fields, files and refusal as the reference says', cases: 400_000 },
};
/** The half of libs/json-ingest that reads, and all of libs/multipart-ingest. */
const COVERED = [
  'libs/{json,multipart}-ingest/src/**/*.ts',
  '!**/{write-parts,json-parts,parts-error,outlet,base64-block,index}.ts',
  '!**/*.spec.ts',
];
const { values } = parseArgs({
  options: { reader: { type: 'string' }, seed: { type: 'string' }, cases: { type: 'string' }, seeds: { type: 'string', default: '5' } },
});

function run(command, args, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...command, ...args], { cwd: root, env: { ...process.env, ...environment } });
    let [out, error] = ['', ''];
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (error += chunk));
    child.on('exit', (code) => resolve({ ok: code === 0, out, error }));
  });
}

async function compare({ reader, seed, cases }) {
  const { ok, out, error } = await run(
    ['-r', './test/support/run-typescript.cjs', 'test/scanner/run.ts'],
    [reader, seed, cases].map(String),
  );
  console.error(`[scanner] ${reader}, seed ${seed}: ${ok ? out.trim() : error.trim()}`);
  return { reader, seed, ...(ok ? { figures: JSON.parse(out) } : { failure: error.trim() }) };
}

async function inTurns(jobs, count) {
  const results = [];
  const waiting = [...jobs];
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (let job = waiting.shift(); job; job = waiting.shift()) results.push(await compare(job));
    }),
  );
  return results;
}

/** Which lines of the readers the short form reaches: what random bodies never touch, they do not test. */
async function coverage(seed) {
  const folder = await mkdtemp(join(tmpdir(), 'acervo-scanner-'));
  const options = COVERED.map((glob) => `--collectCoverageFrom=${glob}`);
  const reports = ['--coverage', '--coverageReporters=json-summary', `--coverageDirectory=${folder}`];
  const jest = ['node_modules/jest/bin/jest.js', 'test/rules/scanner', '--selectProjects', 'unit', '--maxWorkers=1'];
  const { ok, error } = await run(jest, [...options, ...reports], { ACERVO_SEED: String(seed) });
  if (!ok) throw new Error(`the run that measures coverage failed:\n${error}`);
  const { total, ...files } = JSON.parse(await readFile(join(folder, 'coverage-summary.json'), 'utf8'));
  await rm(folder, { recursive: true });
  const untouched = Object.entries(files).flatMap(([file, { branches, lines }]) =>
    branches.pct < 100 || lines.pct < 100
      ? [`${file.split('/').slice(-3).join('/')} (lines ${lines.covered}/${lines.total}, branches ${branches.covered}/${branches.total})`]
      : [],
  );
  return { total, untouched };
}

function caseOf(reader, results) {
  const own = results.filter((result) => result.reader === reader.id);
  const outcomes = {};
  for (const { figures } of own) {
    for (const [name, count] of Object.entries(figures?.outcomes ?? {})) outcomes[name] = (outcomes[name] ?? 0) + count;
  }
  const failures = own.flatMap(({ failure }) => failure ?? []);
  const shares = Object.entries(outcomes).sort(([, a], [, b]) => b - a);
  return {
    id: reader.id,
    title: reader.title,
    inputs: own.reduce((sum, { figures }) => sum + (figures?.cases ?? 0), 0),
    result: failures.length === 0 ? 'passed' : 'failed',
    note: failures[0] ?? shares.map(([name, count]) => `${name} ${count}`).join(', '),
  };
}

const started = Date.now();
const seeds = values.seed ? [Number(values.seed)] : Array.from({ length: Number(values.seeds) }, (_, i) => i + 1);
const readers = Object.values(READERS).filter(({ id }) => values.reader === undefined || values.reader === id);
const jobs = readers.flatMap(({ id, cases }) =>
  seeds.map((seed) => ({ reader: id, seed, cases: Number(values.cases ?? Math.ceil(cases / seeds.length)) })),
);
const results = await inTurns(jobs, availableParallelism());
const cases = readers.map((reader) => caseOf(reader, results));
const isWhole = values.reader === undefined && values.seed === undefined && values.cases === undefined;
if (isWhole) {
  const { total, untouched } = await coverage(seeds[0]);
  cases.push({
    id: 'coverage',
    title: 'What 11,500 of these bodies reach in the readers',
    inputs: 11_500,
    result: 'passed',
    note: `lines ${total.lines.pct} %, branches ${total.branches.pct} %; not wholly reached: ${untouched.join(', ') || 'nothing'}`,
  });
  const previous = await readFile(RECORD, 'utf8').then(JSON.parse, () => ({ found: [] }));
  const record = {
    suite: 'fuzz-scanner',
    title: 'Body parsers compared with a slow, strict reference',
    command: 'npm run test:scanner',
    date: new Date().toISOString().slice(0, 10),
    seconds: Math.round((Date.now() - started) / 1000),
    seeds,
    cases,
    // Defects are recorded by hand when they are fixed; a run adds and removes none.
    found: previous.found,
  };
  await mkdir(dirname(RECORD), { recursive: true });
  await writeFile(RECORD, `${JSON.stringify(record, null, 2)}\n`);
}
for (const { id, inputs, result, note } of cases) console.error(`[scanner] ${id}: ${result}, ${inputs ?? '-'} cases; ${note}`);
process.exit(cases.every(({ result }) => result === 'passed') ? 0 : 1);
