/** The package acervo-client: sdist and wheel; the wheel installed, its core and the scenario checked by mypy, the scenario played. */
import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { program } from '../clients/program.mjs';
import { pythonWith, whyNoPython } from '../servers/venv.mjs';
import { firstThatWorks } from '../servers/ways.mjs';
import { made, root } from './package.mjs';
import { emitPython } from './python-core.mjs';

const PACKAGES = { build: '1.5.1', flit_core: '3.12.0', mypy: '2.4.1' };

async function asked(python) {
  await program(python, ['-c', 'import build, flit_core, mypy']);
  return { name: 'python build', version: PACKAGES.build, origin: 'venv', address: python };
}

export function obtain({ log }) {
  const start = async () => asked(await pythonWith('python-sdk', PACKAGES, { log, check: asked }));
  return firstThatWorks('python SDK', [{ name: 'venv', whyNot: whyNoPython, start }], log);
}

export async function build({ address: python }, { document, folder, version }) {
  const source = await made('python', folder, async (into) => {
    await writeFile(join(into, 'acervo/operations.py'), emitPython(document));
    await writeFile(join(into, 'acervo/_version.py'), `__version__ = "${version}"\n`);
  });
  return { python, source };
}

export const pack = ({ python, source }, { target }) => program(python, ['-m', 'build', '--no-isolation', '--outdir', target, source]);

export async function play({ python }, { folder, target }) {
  const site = join(folder, 'site');
  await mkdir(site);
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-index', '--no-deps', '--only-binary', ':all:'];
  await program(python, ['-m', 'pip', 'install', ...quiet, '--target', site, '--find-links', target, 'acervo-client'], { cwd: folder });
  await copyFile(join(root, 'test/sdks/python/scenario.py'), join(folder, 'scenario.py'));
  // mypy reads what is on its path as a program's own code.
  await cp(join(site, 'acervo'), join(folder, 'acervo'), { recursive: true });
  const options = { cwd: folder, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } };
  await program(python, ['-m', 'mypy', '--strict', '--cache-dir', join(folder, 'mypy'), 'acervo', 'scenario.py'], options);
  return program(python, ['scenario.py'], options);
}
