/**
 * Programs by others that say whether a signature in a PDF is good: poppler's pdfsig and pyHanko. From PATH, or fetched once.
 *
 *   node scripts/verifiers.mjs
 *
 * prints where they are as NAME=value lines.
 */
import { realpathSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached } from './servers/cache.mjs';
import { debianRoot, programOf, whyNoPackages } from './servers/debian.mjs';
import { onPath, run } from './servers/processes.mjs';
import { firstThatWorks, logToStderr } from './servers/ways.mjs';

const MINUTE = 60_000;
const PYHANKO = { pyHanko: '0.38.0', 'pyhanko-certvalidator': '0.33.0' };

/** pdfsig says its version on standard error, and where it looks for certificates. */
async function pdfsig(path, origin) {
  const said = await run('sh', ['-c', '"$0" -v 2>&1', path], { timeoutMs: MINUTE });
  const version = /pdfsig version (\S+)/.exec(said)?.[1];
  if (!version) throw new Error(`${path} is no pdfsig`);
  return { name: 'pdfsig', version, origin, address: path };
}

async function pyhanko(python, origin) {
  const script = 'import importlib.metadata, pyhanko.sign.validation; print(importlib.metadata.version("pyhanko"))';
  const version = (await run(python, ['-c', script], { timeoutMs: MINUTE })).trim();
  return { name: 'pyhanko', version, origin, address: python };
}

const given = (variable, start) => ({
  name: 'given',
  final: true,
  whyNot: () => (process.env[variable] ? undefined : `${variable} is not set`),
  start: () => start(process.env[variable], 'given'),
});

/** An unpacked program needs its own loader and libraries: a script beside it knows them, wherever the folder is. */
async function wrap(root) {
  const command = programOf(root, 'usr/bin/pdfsig', ['usr/lib/nss']).map((part) => `"${part.replaceAll(root, '$root')}"`);
  const file = join(root, 'pdfsig');
  await writeFile(file, `#!/bin/sh\nroot=$(dirname "$(readlink -f "$0")")\nexec ${command.join(' ')} "$@"\n`);
  await chmod(file, 0o755);
  await pdfsig(file, 'new');
}

export function obtainPdfsig({ log = logToStderr } = {}) {
  const ways = [
    given('TEST_PDFSIG', pdfsig),
    {
      name: 'path',
      whyNot: () => (onPath('pdfsig') ? undefined : 'pdfsig is not on PATH'),
      start: () => pdfsig(onPath('pdfsig'), 'path'),
    },
    {
      name: 'poppler-bookworm',
      whyNot: whyNoPackages,
      start: async () => {
        const root = await debianRoot('poppler', 'bookworm', ['poppler-utils'], { log, check: wrap });
        return pdfsig(join(root, 'pdfsig'), 'debian bookworm');
      },
    },
  ];
  return firstThatWorks('pdfsig', ways, log);
}

export function obtainPyhanko({ log = logToStderr } = {}) {
  const venv = async () => {
    const python = onPath('python3');
    const version = (await run(python, ['--version'], { timeoutMs: MINUTE })).trim();
    const folder = await cached(
      'pyhanko',
      { packages: PYHANKO, python: version, layout: 1 },
      async (part) => {
        log('pyhanko: installing Python packages');
        const options = ['--quiet', '--disable-pip-version-check', '--no-input'];
        await run(python, ['-m', 'venv', join(part, 'venv')], { timeoutMs: 5 * MINUTE });
        const packages = Object.entries(PYHANKO).map(([name, wanted]) => `${name}==${wanted}`);
        await run(join(part, 'venv/bin/python'), ['-m', 'pip', 'install', ...options, ...packages], { timeoutMs: 10 * MINUTE });
        await pyhanko(join(part, 'venv/bin/python'), 'new');
      },
      { timeoutMs: 20 * MINUTE, log },
    );
    return pyhanko(join(folder, 'venv/bin/python'), 'venv');
  };
  const ways = [
    given('TEST_PYHANKO_PYTHON', pyhanko),
    { name: 'venv', whyNot: () => (onPath('python3') ? undefined : 'python3 is not on PATH'), start: venv },
  ];
  return firstThatWorks('pyhanko', ways, log);
}

/** What cannot be had is in `missing`; without pdfsig nothing is proved, pyHanko is the second opinion. */
export async function obtainVerifiers(options = {}) {
  const [poppler, hanko] = await Promise.all([obtainPdfsig(options), obtainPyhanko(options)]);
  return {
    environment: {
      ...(poppler.available ? { TEST_PDFSIG: poppler.address } : {}),
      ...(hanko.available ? { TEST_PYHANKO_PYTHON: hanko.address } : {}),
    },
    missing: [
      ...(poppler.available ? [] : [{ what: 'pdfsig', reason: poppler.reason, required: true }]),
      ...(hanko.available ? [] : [{ what: 'pyHanko', reason: hanko.reason, required: false }]),
    ],
  };
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { environment, missing } = await obtainVerifiers();
  for (const [name, value] of Object.entries(environment)) console.log(`${name}=${value}`);
  for (const { what, reason } of missing) logToStderr(`${what} is not available: ${reason}`);
  process.exitCode = missing.some(({ required }) => required) ? 1 : 0;
}
