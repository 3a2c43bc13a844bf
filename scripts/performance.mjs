// Writes docs/performance.md from bench/results/*.json; `--check` compares instead.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { performancePage } from './performance/page.mjs';
import { conclude, textOf } from './supply/packages.mjs';

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
const FILE = 'docs/performance.md';

const NAMES = [
  'requests',
  'profile',
  'ingest',
  'growth',
  'typed-searches',
  'filing',
  'peers',
  'at-rest',
  'endurance',
  'console',
  'scale-out',
];
const results = {};
for (const name of NAMES) {
  const path = join(folder, `bench/results/${name}.json`);
  if (existsSync(path)) results[name] = JSON.parse(readFileSync(path, 'utf8'));
}
const options = await resolveConfig(fileURLToPath(import.meta.url));
const page = await format(performancePage(results), { ...options, parser: 'markdown' });
if (!values.check) writeFileSync(join(folder, FILE), page);
const problems = textOf(folder, FILE) === page ? [] : ['not what bench/results say; `npm run performance` writes it'];
conclude(FILE, problems, `${Object.keys(results).length} benches`);
