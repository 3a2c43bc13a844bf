// Writes the address and the table of SECURITY.md, the default image of the chart, and .github/CODEOWNERS; with --run it also runs the tests of the named security cases, and records what they said.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHART_VALUES, chartValues, codeOwners } from './release/names.mjs';
import { securityPage, testsByCase } from './security/cases.mjs';
import { record } from './security/record.mjs';
import { freshFolder } from './servers/processes.mjs';
import { obtainVerifiers } from './verifiers.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function writePages() {
  writeFileSync(join(root, 'SECURITY.md'), securityPage(root));
  writeFileSync(join(root, '.github/CODEOWNERS'), codeOwners(root));
  writeFileSync(join(root, CHART_VALUES), chartValues(root));
}

/** Both halves of the proof: on the embedded store, and on servers where the environment names them. */
async function run() {
  const { environment } = await obtainVerifiers();
  const files = [...new Set([...testsByCase(root).values()].flatMap((found) => [...found]))];
  const storages = process.env.TEST_DATABASE_URL ? ['embedded', 'servers'] : ['embedded'];
  return storages.map((storage) => {
    const output = join(freshFolder('security'), 'results.json');
    const jest = [join(root, 'node_modules/jest/bin/jest.js'), '--maxWorkers=1', '--json', `--outputFile=${output}`];
    // Full names: `describe` may stand before the number.
    const which = ['--selectProjects', 'unit', 'e2e', '-t', '(^| )[ABDEXHGUWM]\\d{1,2} '];
    const env = { ...process.env, ...environment, ACERVO_E2E_STORAGE: storage };
    spawnSync(process.execPath, [...jest, ...files.map((file) => `${file}.spec`), ...which], { cwd: root, stdio: 'inherit', env });
    return { storage, ...JSON.parse(readFileSync(output, 'utf8')) };
  });
}

writePages();
if (process.argv.includes('--run')) {
  const file = join(root, 'docs/reliability/security.json');
  mkdirSync(dirname(file), { recursive: true });
  const said = record(root, await run());
  writeFileSync(file, `${JSON.stringify(said, null, 2)}\n`);
  console.log(
    relative(root, file),
    said.cases.filter(({ result }) => result !== 'passed').map(({ id, result }) => `${id} ${result}`),
  );
  process.exitCode = said.cases.some(({ result }) => result === 'failed') ? 1 : 0;
}
