import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODES } from './codes';

it('has a sentence in English for every code of the service, and for no other', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/en/errors.md'), 'utf8');
  const documented = [...page.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, code]) => code!);
  expect(documented.length).toBeGreaterThan(100);
  // Only mentioned in the text of that page.
  expect(Object.keys(CODES).sort()).toEqual([...new Set([...documented, 'ERRO_INTERNO'])].sort());
});
