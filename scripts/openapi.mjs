// Writes docs/openapi.json from the code.
//
//   npm run openapi -- --examples     first plays every documented example and records what is answered
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import 'reflect-metadata';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

if (process.argv.includes('--examples')) {
  const jest = [join(root, 'node_modules/jest/bin/jest.js'), 'e2e/documented-examples', '--selectProjects', 'e2e'];
  const env = { ...process.env, ACERVO_E2E_STORAGE: 'embedded', ACERVO_RECORD_EXAMPLES: 'true' };
  const { status } = spawnSync(process.execPath, jest, { cwd: root, stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}
await import('./ensure-build.mjs');
const { OPENAPI_FILE, openApiText } = await import('../dist/scripts/docs/openapi-file.js');
writeFileSync(join(root, OPENAPI_FILE), await openApiText());
