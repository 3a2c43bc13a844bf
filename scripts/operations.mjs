// Writes docs/operations.md from the controllers themselves, and the tables of docs/*/errors.md from the refusals.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import 'reflect-metadata';
import { PAGE_LANGUAGES, withErrorTables } from '../dist/scripts/docs/errors-table.js';
import { operationsTable, testsAmong } from '../dist/scripts/docs/operations-table.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const tests = readdirSync(join(root, 'test/e2e'));
writeFileSync(join(root, 'docs/operations.md'), operationsTable(testsAmong(tests)));
for (const language of PAGE_LANGUAGES) {
  const page = join(root, 'docs', language, 'errors.md');
  writeFileSync(page, withErrorTables(readFileSync(page, 'utf8'), language));
}
