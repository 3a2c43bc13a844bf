// Writes docs/reliability.md from docs/reliability/*.json; `--check` compares instead.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { reliabilityPage } from './reliability/page.mjs';
import { readRecords } from './reliability/records.mjs';
import { conclude, textOf } from './supply/packages.mjs';

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });
const folder = positionals[0] ?? join(dirname(fileURLToPath(import.meta.url)), '..');

async function problems(records) {
  const options = await resolveConfig(fileURLToPath(import.meta.url));
  const page = await format(reliabilityPage(records), { ...options, parser: 'markdown' });
  if (!values.check) writeFileSync(join(folder, 'docs/reliability.md'), page);
  return textOf(folder, 'docs/reliability.md') === page ? [] : ['not what the records say; `npm run reliability` writes it'];
}

try {
  const records = readRecords(join(folder, 'docs/reliability'));
  conclude('docs/reliability.md', await problems(records), `${records.length} suites`);
} catch (error) {
  conclude('docs/reliability', error.message.split('\n'));
}
