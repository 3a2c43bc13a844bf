/** The chart as it is published: with the addresses of the repository. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { helm } from '../packaging/tools.mjs';
import { freshFolder, run } from '../servers/processes.mjs';
import { manifestOf, repositoryOf } from './names.mjs';

const MINUTE = 60_000;

function set(file, values) {
  const document = parseDocument(readFileSync(file, 'utf8'));
  for (const [path, value] of values) document.setIn(path, value);
  writeFileSync(file, document.toString());
}

export const chartFile = (root, folder) => join(folder, `acervo-chart-${manifestOf(root).version}.tgz`);

/** Packs it as {@link chartFile}: npm's package would have the name that helm gives. */
export async function packChart(root, folder, log) {
  const program = await helm(log);
  const { version, homepage } = manifestOf(root);
  const work = freshFolder('chart');
  try {
    const chart = join(work, 'acervo');
    cpSync(join(root, 'deploy/helm/acervo'), chart, { recursive: true });
    const about = [
      [['home'], homepage],
      [['sources'], [repositoryOf(root).url]],
    ];
    set(join(chart, 'Chart.yaml'), about);
    await run(program, ['lint', chart, '--values', join(chart, 'ci/full-values.yaml')], { timeoutMs: MINUTE });
    await run(program, ['package', chart, '--destination', work], { timeoutMs: MINUTE });
    renameSync(join(work, `acervo-${version}.tgz`), chartFile(root, folder));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Sends it to the registry; what is told is its name with its digest. */
export async function pushChart(root, folder, log) {
  const { charts } = manifestOf(root).config;
  const args = ['push', chartFile(root, folder), `oci://${charts}`];
  // Helm tells the digest on standard error.
  const { status, stdout, stderr } = spawnSync(await helm(log), args, { encoding: 'utf8', timeout: 5 * MINUTE });
  const digest = /Digest: (sha256:[0-9a-f]{64})/.exec(stdout + stderr)?.[1];
  if (status !== 0 || !digest) throw new Error(`helm push: ${stderr}`);
  return `${charts}/acervo@${digest}`;
}
