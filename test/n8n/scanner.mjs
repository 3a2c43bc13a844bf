import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const { TEST_ENGINE, TEST_SOURCE, TEST_PACKAGE } = process.env;
const scanner = join(TEST_ENGINE, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(scanner);

test("n8n's scanner of community packages passes the sources and the package", async () => {
  const source = await analyzePackage(TEST_SOURCE, SOURCE_FILE_PATTERNS);
  assert.ok(source.passed, source.details ?? source.message);
  const published = await analyzePackage(TEST_PACKAGE);
  assert.ok(published.passed, published.details ?? published.message);
});

test('the package has what n8n asks for, and depends on nothing at run time', () => {
  const manifest = JSON.parse(readFileSync(join(TEST_PACKAGE, 'package.json'), 'utf8'));
  assert.ok(manifest.keywords.includes('n8n-community-node-package'));
  assert.equal(manifest.dependencies, undefined);
  for (const file of [...manifest.n8n.nodes, ...manifest.n8n.credentials, 'LICENSE', 'README.md', 'dist/icons/acervo.svg'])
    assert.ok(readFileSync(join(TEST_PACKAGE, file)).length > 0);
});
