// Writes docs/operations.md from the controllers themselves.
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import 'reflect-metadata';
import { operationsTable } from '../dist/src/cli/operations-table.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const tests = readdirSync(join(root, 'test/e2e'));
const testOf = (number) =>
  tests
    .filter((file) => file.startsWith(`${number}-`))
    .sort()
    .join(', ') || null;
writeFileSync(join(root, 'docs/operations.md'), operationsTable(testOf));
