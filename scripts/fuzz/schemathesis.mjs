/** Schemathesis, a fuzzer by others, in a virtual environment of its own: given, or fetched once. */
import { join } from 'node:path';
import { cached } from '../servers/cache.mjs';
import { onPath, run } from '../servers/processes.mjs';
import { firstThatWorks, logToStderr } from '../servers/ways.mjs';

const MINUTE = 60_000;
const PACKAGES = { schemathesis: '4.32.5' };

async function asked(python, origin) {
  const script = 'import importlib.metadata, schemathesis; print(importlib.metadata.version("schemathesis"))';
  const version = (await run(python, ['-c', script], { timeoutMs: MINUTE })).trim();
  return { name: 'schemathesis', version, origin, address: python };
}

async function venv(log) {
  const python = onPath('python3');
  const version = (await run(python, ['--version'], { timeoutMs: MINUTE })).trim();
  const folder = await cached(
    'schemathesis',
    { packages: PACKAGES, python: version, layout: 1 },
    async (part) => {
      log('schemathesis: installing Python packages');
      const options = ['--quiet', '--disable-pip-version-check', '--no-input'];
      await run(python, ['-m', 'venv', join(part, 'venv')], { timeoutMs: 5 * MINUTE });
      const packages = Object.entries(PACKAGES).map(([name, wanted]) => `${name}==${wanted}`);
      await run(join(part, 'venv/bin/python'), ['-m', 'pip', 'install', ...options, ...packages], { timeoutMs: 10 * MINUTE });
      await asked(join(part, 'venv/bin/python'), 'new');
    },
    { timeoutMs: 20 * MINUTE, log },
  );
  return asked(join(folder, 'venv/bin/python'), 'venv');
}

/** `address` is the Python that has it. */
export function obtainSchemathesis({ log = logToStderr } = {}) {
  const given = process.env.TEST_SCHEMATHESIS_PYTHON;
  const ways = [
    {
      name: 'given',
      final: true,
      whyNot: () => (given ? undefined : 'TEST_SCHEMATHESIS_PYTHON is not set'),
      start: () => asked(given, 'given'),
    },
    { name: 'venv', whyNot: () => (onPath('python3') ? undefined : 'python3 is not on PATH'), start: () => venv(log) },
  ];
  return firstThatWorks('schemathesis', ways, log);
}
